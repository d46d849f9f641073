import type { ChartWords } from './chart-words.ts'

export const ticketDeliveryWords: ChartWords = {
  title: 'Delivering the tickets',
  states: {
    payment_complete: 'The order is paid',
    delivering_to_ticket_wallet: 'Putting the tickets into the wallet',
    delivery_failed: 'The wallet could not be filled',
    delivering_to_email: 'Sending the tickets by email',
    email_failed: 'The email could not be sent',
    delivered: 'The tickets are delivered',
    fetching_user: 'Loading the buyer',
    done: 'On to the next step',
  },
  events: {
    'done deliverToBitticket': 'The shop has answered about the wallet',
    'done deliverToBitticket: completed': 'The tickets are in the wallet',
    'done deliverToBitticket: not completed': 'The tickets are not in the wallet yet',
    'error deliverToBitticket': 'Putting the tickets into the wallet fails',
    'delivery.retry': 'Press "Try again"',
    'delivery.continue': 'Press "Continue without waiting"',
    'done deliverToWallet': 'The shop has answered about the email',
    'done deliverToWallet: completed': 'The email is sent',
    'done deliverToWallet: not completed': 'The email is not sent yet',
    'error deliverToWallet': 'Sending the email fails',
    'done ensureUser': 'The buyer is loaded',
    'error ensureUser': 'Loading the buyer fails',
  },
  guards: { isCompleted: 'it is done' },
  otherwise: {
    'delivering_to_ticket_wallet done deliverToBitticket': 'it could not be done',
    'delivering_to_email done deliverToWallet': 'it could not be done',
  },
  delays: {
    deliveryStart: 'The page has said so for {time}',
    moveOn: 'The page has said so for {time}',
  },
  promises: {
    delivery_failed: [
      {
        says: 'A delivery that fails holds nobody up.',
        because: [{ can: 'delivery.continue' }, { can: 'delivery.retry' }],
      },
    ],
  },
}

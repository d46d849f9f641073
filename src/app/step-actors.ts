import { loader } from '#src/lib/loader.ts'

// What the charts of the steps call, which loads with a step or ahead of it (`load-ahead.ts`).

export const loadAccount = loader(() => import('#src/account/actors.ts'))
export const loadAddress = loader(() => import('#src/address/actors.ts'))
export const loadBasket = loader(() => import('#src/basket/actors.ts'))
export const loadDelivery = loader(() => import('#src/delivery/actors.ts'))
export const loadDonation = loader(() => import('#src/donation/actors.ts'))
export const loadMoreTime = loader(() => import('#src/checkout/more-time/actors.ts'))
export const loadOrderCompleted = loader(() => import('./order-completed-chart.ts'))
export const loadPayment = loader(() => import('#src/payment/actors.ts'))
export const loadQuestions = loader(() => import('#src/questions/actors.ts'))
export const loadReservation = loader(() => import('#src/reservation/actors.ts'))

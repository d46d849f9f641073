import { assign, setup, type PromiseActorLogic } from 'xstate'
import type { Delivery } from '#src/address/requests.ts'
import type { FoundAddress, SavedAddress } from '#src/address/schemas.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'

/**
 * Chooses the delivery address of physical items and gift vouchers: a saved address, or a new one that is looked up or
 * typed [ADDR-11, ADDR-12]. The form validates its fields before it sends events.
 */
export const deliveryAddressMachine = setup({
  types: {
    context: {} as {
      savedAddresses: SavedAddress[]
      /** Id of the chosen saved address, or `new`. */
      selectedId: string
      found: FoundAddress[]
      chosen: FoundAddress | null
      /** How often one was chosen of those that were found: the fields are filled in anew each time. */
      choices: number
      /** The chosen address is taken as it was found, until the buyer changes it or it cannot be saved. */
      isAsFound: boolean
      facts: Facts | null
    },
    events: {} as
      | { type: 'address.select'; id: string }
      | { type: 'address.delete'; id: string }
      | { type: 'address.find'; text: string }
      | { type: 'address.choose'; address: FoundAddress }
      | { type: 'address.enter' }
      | { type: 'finder.open' }
      | { type: 'details.save'; details: Delivery },
    output: {} as { facts: Facts | null },
  },
  actors: {
    /** `isTyped`: the buyer has typed a new address and comes back to it. */
    loadAddresses: {} as PromiseActorLogic<{
      savedAddresses: SavedAddress[]
      isTyped: boolean
      /** The one that was chosen before, for a buyer who comes back. */
      chosenId?: string
    }>,
    lookupAddress: {} as PromiseActorLogic<FoundAddress[], { text: string }>,
    deleteAddress: {} as PromiseActorLogic<{ savedAddresses: SavedAddress[] }, { id: string }>,
    setDeliveryAddress: {} as PromiseActorLogic<{ facts: Facts }, { details: Delivery }>,
  },
  guards: {
    isTyped: (_, params: { isTyped: boolean }) => params.isTyped,
    hasSaved: (_, params: { savedAddresses: SavedAddress[] }) => params.savedAddresses.length > 0,
    isNew: (_, params: { id: string }) => params.id === 'new',
    isSavedSelected: ({ context }) => context.selectedId !== 'new',
  },
  actions: {
    storeSaved: assign((_, params: { savedAddresses: SavedAddress[]; chosenId?: string }) => ({
      savedAddresses: params.savedAddresses,
      selectedId:
        params.savedAddresses.find(({ id }) => id === params.chosenId)?.id ??
        params.savedAddresses[0]?.id ??
        'new',
    })),
    storeUnchosen: assign((_, params: { savedAddresses: SavedAddress[] }) => ({
      savedAddresses: params.savedAddresses,
    })),
    storeSelected: assign((_, params: { id: string }) => ({ selectedId: params.id })),
    storeFound: assign((_, params: { found: FoundAddress[] }) => ({ found: params.found })),
    storeChosen: assign(({ context }, params: { address: FoundAddress }) => ({
      chosen: params.address,
      choices: context.choices + 1,
      isAsFound: true,
    })),
    storeTyped: assign({ isAsFound: false }),
    storeFacts: assign((_, params: { facts: Facts }) => ({ facts: params.facts })),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'deliveryAddress',
  description: 'Chooses the delivery address.',
  context: {
    savedAddresses: [],
    selectedId: 'new',
    found: [],
    chosen: null,
    choices: 0,
    isAsFound: false,
    facts: null,
  },
  output: ({ context }) => ({ facts: context.facts }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the countries and the saved addresses.',
      tags: ['busy'],
      invoke: {
        id: 'loadAddresses',
        src: 'loadAddresses',
        onDone: [
          {
            guard: { type: 'isTyped', params: ({ event }) => event.output },
            target: 'editing.adding_manually',
            actions: { type: 'storeUnchosen', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'hasSaved', params: ({ event }) => event.output },
            target: 'editing.saved',
            actions: { type: 'storeSaved', params: ({ event }) => event.output },
          },
          { target: 'editing.finder' },
        ],
        onError: {
          target: 'editing.adding_manually',
          actions: {
            type: 'notifyError',
            params: { text: 'Unable to get your addresses. Please try again later' },
          },
        },
      },
    },
    editing: {
      description: 'The buyer chooses or enters an address.',
      initial: 'finder',
      on: {
        'address.select': [
          {
            guard: { type: 'isNew', params: ({ event }) => ({ id: event.id }) },
            target: '.finder',
            actions: { type: 'storeSelected', params: ({ event }) => ({ id: event.id }) },
          },
          {
            target: '.saved',
            actions: { type: 'storeSelected', params: ({ event }) => ({ id: event.id }) },
          },
        ],
      },
      states: {
        saved: {
          description: 'A saved address is selected.',
          on: {
            'address.delete': { target: '#deliveryAddress.deleting' },
            'details.save': { target: '#deliveryAddress.saving' },
          },
        },
        finder: {
          description: 'The buyer types a postcode or the start of an address.',
          on: {
            'address.find': { target: 'finding' },
            'address.enter': { target: 'adding_manually' },
          },
        },
        finding: {
          description: 'Looking up the address.',
          tags: ['busy'],
          on: { 'address.enter': { target: 'adding_manually' } },
          invoke: {
            id: 'lookupAddress',
            src: 'lookupAddress',
            input: ({ event }) => ({ text: event.type === 'address.find' ? event.text : '' }),
            onDone: {
              target: 'found_addresses',
              actions: { type: 'storeFound', params: ({ event }) => ({ found: event.output }) },
            },
            onError: {
              target: 'adding_manually',
              actions: {
                type: 'notifyError',
                params: { text: 'Unable to find the address. Please try again later' },
              },
            },
          },
        },
        found_addresses: {
          description: 'The buyer picks one of the search results.',
          on: {
            'address.find': { target: 'finding' },
            'address.enter': { target: 'adding_manually' },
            'address.choose': {
              target: 'address_found',
              actions: { type: 'storeChosen', params: ({ event }) => ({ address: event.address }) },
            },
          },
        },
        address_found: {
          description:
            'The form is prefilled with the result; the buyer checks it, and may change it or add a name.',
          on: {
            'address.enter': { target: 'adding_manually' },
            'finder.open': { target: 'finder' },
            'details.save': { target: '#deliveryAddress.saving' },
          },
        },
        adding_manually: {
          description: 'The buyer types the address by hand.',
          entry: 'storeTyped',
          on: {
            'finder.open': { target: 'finder' },
            'details.save': { target: '#deliveryAddress.saving' },
          },
        },
      },
    },
    deleting: {
      description: 'Deleting a saved address.',
      tags: ['busy'],
      invoke: {
        id: 'deleteAddress',
        src: 'deleteAddress',
        input: ({ event }) => ({ id: event.type === 'address.delete' ? event.id : '' }),
        onDone: [
          {
            guard: { type: 'hasSaved', params: ({ event }) => event.output },
            target: 'editing.saved',
            actions: { type: 'storeSaved', params: ({ event }) => event.output },
          },
          {
            target: 'editing.finder',
            actions: { type: 'storeSaved', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'editing.saved',
          actions: {
            type: 'notifyError',
            params: { text: 'Unable to delete the address. Please try again later' },
          },
        },
      },
    },
    saving: {
      description: 'Saving the delivery address.',
      tags: ['busy'],
      invoke: {
        id: 'setDeliveryAddress',
        src: 'setDeliveryAddress',
        input: ({ event }) => ({ details: savedDetails(event) }),
        onDone: {
          target: 'done',
          actions: { type: 'storeFacts', params: ({ event }) => event.output },
        },
        onError: [
          {
            guard: 'isSavedSelected',
            target: 'editing.saved',
            actions: {
              type: 'notifyError',
              params: { text: 'Unable to set the delivery Address. Please try again later' },
            },
          },
          {
            target: 'editing.adding_manually',
            actions: {
              type: 'notifyError',
              params: { text: 'Unable to set the delivery Address. Please try again later' },
            },
          },
        ],
      },
    },
    done: { description: 'The delivery address is saved.', type: 'final' },
  },
})

function savedDetails(event: { type: string; details?: Delivery }): Delivery {
  if (!event.details) throw new Error(`${event.type} carries no delivery details`)
  return event.details
}

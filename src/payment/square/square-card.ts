import { cardFields, CardRefusal, type Billing, type CardForm } from '#src/payment/card/card-fields.ts'
import { decimal } from '#src/lib/money.ts'
import { loadScript } from '#src/lib/script-loader.ts'

/** The part of Square's Web Payments SDK that is used (developer.squareup.com/reference/sdks/web/payments). */
interface Square {
  payments: (appId: string, locationId: string) => { card: () => Promise<SquareCard> }
}

/** The shop's ids at Square; `checkout_js` is the address of Square's library. */
export interface SquareCredentials {
  app_id: string
  location_id: string
  checkout_js: string
}

interface SquareCard {
  attach: (element: HTMLElement) => Promise<void>
  destroy: () => Promise<unknown>
  addEventListener: (event: 'focusClassAdded', listener: () => void) => void
  tokenize: (details: object) => Promise<Tokenised>
}

interface Tokenised {
  status: string
  token?: string
  errors?: { message?: string }[]
}

const library = 'https://web.squarecdn.com/v1/square.js'

/**
 * Loads Square's library by the shop's script [PAYM-57], which may contain it, begin to load it, or leave that to the
 * address in the credentials. Rejects if loading fails, and the next call tries again.
 *
 * @param script address of the shop's script
 */
export async function loadSquare(script: string, { checkout_js }: SquareCredentials): Promise<void> {
  if (square()) return
  await loadScript(script)
  if (square()) return
  const address = checkout_js || library
  const begun = [...document.scripts].find(({ src }) => src === new URL(address, window.location.href).href)
  await (begun ? hasLoaded(begun) : loadScript(address))
  if (square()) return
  begun?.remove()
  throw new Error('Square could not be loaded')
}

/** Waits for a script that another one has put into the page; removes it if it fails, so that a retry loads it again. */
function hasLoaded(script: HTMLScriptElement): Promise<void> {
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('A script could not be loaded'))
    })
  })
}

/** What Square's card form tells the page. */
interface SquareEvents {
  /** Another card may be in the form: it was mounted, or the buyer came back into it. */
  onChange: () => void
  /** The form cannot be mounted. */
  onFail: () => void
}

/**
 * Mounts Square's card form in the element and registers it for the payment. Returns a function that removes both.
 */
export function mountSquareCard(
  element: HTMLElement,
  { app_id, location_id }: SquareCredentials,
  { onChange, onFail }: SquareEvents,
): () => void {
  const removals: (() => unknown)[] = []
  let isRemoved = false

  function remove() {
    isRemoved = true
    for (const undo of removals.splice(0)) undo()
  }

  async function mount() {
    const card = await square()?.payments(app_id, location_id).card()
    if (isRemoved) return
    if (!card) throw new Error('Square is not loaded')
    removals.push(() => card.destroy().catch(() => {}))
    await card.attach(element)
    if (isRemoved) return
    // Square does not tell of changes. Who comes back into the form may have changed the card.
    card.addEventListener('focusClassAdded', () => {
      if (!isRemoved) onChange()
    })
    onChange()
    removals.push(cardFields.register(squareCard(card)))
  }

  void mount().catch(() => {
    if (!isRemoved) onFail()
  })
  return remove
}

const squareCard = (card: SquareCard): CardForm => ({
  async createPaymentMethod(billing) {
    const { status, token, errors } = await card.tokenize(verification(billing))
    if (status !== 'OK' || !token) throw new CardRefusal(errors?.[0]?.message ?? '')
    return { id: token }
  },
})

/** What the card holder's bank may want to confirm (developer.squareup.com/docs/web-payments/sca). */
function verification({ name, postcode, amount, currency }: Billing) {
  const [givenName = '', ...familyNames] = name.split(/\s+/)
  return {
    amount: decimal(amount),
    currencyCode: currency,
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      ...(givenName && { givenName }),
      ...(familyNames.length > 0 && { familyName: familyNames.join(' ') }),
      ...(postcode && { postalCode: postcode }),
    },
  }
}

const square = () => (window as { Square?: Square }).Square

/**
 * Simulates Square's browser script, for the sandbox only: `window.Square` with the part of the Web Payments SDK that the
 * checkout uses. As with the real form, which is in a frame of another site, the page sees none of its events, and card
 * details are sent only to the simulated provider.
 */
;(() => {
  const API = '/sandbox/square/'
  const order = ['cardNumber', 'cardExpiry', 'cardCvc']
  /** Square's names of the fields. */
  const namesOf = { cardNumber: 'cardNumber', cardExpiry: 'expirationDate', cardCvc: 'cvv' }

  const { kinds, keepInside, readTyped, erased } = window.sandboxCardFields
  const { sheetOf, element, open } = window.sandboxSheet

  async function post(path, body) {
    const response = await fetch(API + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }

  const named = (name, message) => Object.assign(new Error(message), { name })

  // The card form

  const cardStyle = `
    /* As tall as the real form, which is one row. */
    :host { display: block; container-type: inline-size; min-height: 89px; color: inherit; font: inherit; }
    .fields { display: grid; grid-template-columns: 5fr 3fr 3fr; gap: 0.75em 1em; }
    label { display: grid; gap: 0.25em; }
    @container (max-width: 26em) {
      label > span {
        position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
      }
      .fields { grid-template-columns: 1fr; gap: 0.375em; }
    }
    span { font-size: 0.875em; }
    input {
      box-sizing: border-box; width: 100%; min-height: 2.75em; padding: 0 0.75em; color: inherit; font: inherit;
      background: transparent; border: 1px solid color-mix(in srgb, currentColor 55%, transparent); border-radius: 0.375em;
    }
    input::placeholder { color: inherit; opacity: 0.7; }
    input:focus-visible { outline: 3px solid currentColor; outline-offset: 1px; }
    input[aria-invalid='true'] { border-width: 2px; border-color: currentColor; }
    /* Two rows with shared edges, as tall as the one row of the real form. */
    @container (12em <= width <= 26em) {
      .fields { grid-template-columns: 1fr 1fr; gap: 0; }
      label:first-child { grid-column: 1 / -1; margin-block-end: -1px; }
      label:nth-child(2) { margin-inline-end: -1px; }
      .fields input { min-height: 45px; border-radius: 0; }
      label:first-child input { border-radius: 0.375em 0.375em 0 0; }
      label:nth-child(2) input { border-end-start-radius: 0.375em; }
      label:last-child input { border-end-end-radius: 0.375em; }
    }
    p { margin: 0.5em 0 0; font-size: 0.875em; line-height: 1.35; }
    #error { font-weight: 600; }
    #error:empty { display: none; }
  `

  /** Tokens of cards whose payment the buyer must confirm. */
  const toConfirm = new Set()

  class Card {
    #applicationId
    #host = null
    #inputs = {}
    #typed = { cardNumber: '', cardExpiry: '', cardCvc: '' }
    #error = null
    #listeners = new Map()
    #destroyed = false

    constructor(applicationId) {
      this.#applicationId = applicationId
    }

    /** For the fields' rules, which depend on each other. */
    digits(type) {
      return this.#typed[type]
    }

    async attach(target) {
      if (this.#destroyed) throw named('PaymentMethodAlreadyDestroyedError', 'The card has been destroyed')
      if (this.#host) throw named('PaymentMethodAlreadyAttachedError', 'The card is attached already')
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container) throw named('ElementNotFoundError', 'There is no element to attach the card to')
      this.#host = document.createElement('div')
      const root = this.#host.attachShadow({ mode: 'open', delegatesFocus: true })
      root.adoptedStyleSheets = [sheetOf(cardStyle)]
      this.#error = element('p', { id: 'error', role: 'alert' })
      root.append(
        element('div', { className: 'fields' }, ...order.map((type) => this.#field(type))),
        this.#error,
      )
      keepInside(root)
      container.append(this.#host)
    }

    async detach() {
      this.#host?.remove()
      this.#host = null
      this.#inputs = {}
      return true
    }

    async destroy() {
      await this.detach()
      this.#destroyed = true
      return true
    }

    async clear() {
      for (const type of order) {
        this.#typed[type] = ''
        this.#input(type).value = ''
        this.#mark(type, undefined)
      }
      this.#say('')
      return true
    }

    async focus(field = 'cardNumber') {
      const type = order.find((name) => namesOf[name] === field)
      if (!type) throw named('InvalidFieldNameError', `There is no field ${field}`)
      this.#input(type).focus()
      return true
    }

    async configure() {}

    async recalculateSize() {}

    addEventListener(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    }

    removeEventListener(event, listener) {
      const others = (this.#listeners.get(event) ?? []).filter((known) => known !== listener)
      this.#listeners.set(event, others)
    }

    /** Exchanges the card for a token; with details of the payment, the buyer confirms it if the card demands that. */
    async tokenize(details) {
      if (!this.#host) throw named('PaymentMethodNotAttachedError', 'The card is not attached')
      const errors = order.flatMap((type) => this.#check(type))
      if (errors.length > 0) {
        this.#say(errors[0].message)
        return { status: 'Invalid', errors }
      }
      const expiry = this.#typed.cardExpiry
      const failed = (message) => ({ status: 'Error', errors: [{ type: 'UNKNOWN', message }] })
      try {
        const reply = await post('cards', {
          application_id: this.#applicationId,
          number: this.#typed.cardNumber,
          month: expiry.slice(0, 2),
          year: `20${expiry.slice(2)}`,
          cvv: this.#typed.cardCvc,
        })
        if (!reply.token) {
          const [{ detail: message, field }] = reply.errors
          return { status: 'Invalid', errors: [{ type: 'INVALID', field, message }] }
        }
        if (reply.needs_confirmation) toConfirm.add(reply.token)
        if (details) await confirmation(this.#applicationId, reply.token, details, true)
        const { card_brand: brand, last_4: last4, exp_month: expMonth, exp_year: expYear } = reply.card
        return {
          status: 'OK',
          token: reply.token,
          details: { method: 'Card', card: { brand, last4, expMonth, expYear }, billing: {} },
        }
      } catch (error) {
        return failed(error.name === 'VerifyBuyerError' ? error.message : 'The card could not be checked.')
      }
    }

    #field(type) {
      const kind = kinds[type]
      const input = element('input', {
        inputMode: 'numeric',
        autocomplete: kind.autocomplete,
        placeholder: kind.placeholder,
        spellcheck: false,
        value: kind.format(this.#typed[type]),
      })
      input.setAttribute('aria-required', 'true')
      input.setAttribute('aria-describedby', 'error')
      input.title = 'Simulated by the sandbox'
      const typed = () => {
        this.#typed[type] = readTyped(input, kind, this)
        this.#mark(type, undefined)
        this.#say('')
        const next = order[order.indexOf(type) + 1]
        const isDone = kind.isFull(this.#typed[type], this) && !kind.problem(this.#typed[type], this)
        if (isDone && next && !this.#typed[next]) this.#inputs[next].focus()
      }
      input.addEventListener('input', typed)
      input.addEventListener('keydown', (event) => {
        if (erased(event, input)) typed()
        if (event.key === 'Enter') this.#emit('submit', type)
        if (event.key === 'Escape') this.#emit('escape', type)
      })
      input.addEventListener('focus', () => this.#emit('focusClassAdded', type))
      input.addEventListener('blur', () => {
        this.#emit('focusClassRemoved', type)
        if (!this.#typed[type]) return
        const [problem] = this.#check(type)
        if (problem) this.#say(problem.message)
      })
      this.#inputs[type] = input
      return element('label', {}, element('span', { textContent: kind.label }), input)
    }

    /** Checks a field and marks it; returns its error in a list. */
    #check(type) {
      const problem = kinds[type].problem(this.#typed[type], this)
      this.#mark(type, problem)
      return problem ? [{ type: 'INVALID', field: namesOf[type], message: problem.message }] : []
    }

    #mark(type, problem) {
      const input = this.#input(type)
      const was = input.getAttribute('aria-invalid') === 'true'
      input.setAttribute('aria-invalid', String(problem !== undefined))
      if (was !== (problem !== undefined)) this.#emit(problem ? 'errorClassAdded' : 'errorClassRemoved', type)
    }

    #input(type) {
      if (!this.#inputs[type]) throw named('PaymentMethodNotAttachedError', 'The card is not attached')
      return this.#inputs[type]
    }

    #say(message) {
      this.#error.textContent = message
    }

    #emit(event, type) {
      const detail = { field: namesOf[type] }
      for (const listener of this.#listeners.get(event) ?? []) listener({ type: event, detail })
    }
  }

  // The buyer's confirmation (3-D Secure)

  /** Asks the buyer to confirm a payment; returns whether they did. */
  function askBuyer({ amount, currencyCode }) {
    const { promise, resolve } = Promise.withResolvers()
    const answer = (isConfirmed) => {
      close()
      resolve(isConfirmed)
    }
    const close = open(
      'Confirm this payment',
      () => answer(false),
      element('p', {
        textContent: `Your bank asks you to confirm this payment of ${amount} ${currencyCode}.`,
      }),
      element(
        'div',
        { className: 'actions' },
        element('button', { className: 'main', textContent: 'Yes, it is me', onclick: () => answer(true) }),
        element('button', { textContent: 'No, stop this payment', onclick: () => answer(false) }),
      ),
    )
    return promise
  }

  /** Has the payment confirmed if the card demands it. Rejects with `VerifyBuyerError` if the buyer does not. */
  async function confirmation(applicationId, source, details, isInToken) {
    const { amount, currencyCode, intent, billingContact } = details ?? {}
    if (!amount || !currencyCode || !intent || !billingContact)
      throw named('VerifyBuyerError', 'One or more of the arguments needed are missing or invalid.')
    const userChallenged = toConfirm.has(source)
    if (userChallenged && !(await askBuyer(details)))
      throw named('VerifyBuyerError', 'The payment was not confirmed.')
    const reply = await post('verifications', {
      application_id: applicationId,
      source_id: source,
      is_in_token: isInToken,
    })
    if (!reply.token) throw named('VerifyBuyerError', reply.errors[0].detail)
    return { token: reply.token, userChallenged }
  }

  const unsupported = async () => {
    throw named('PaymentMethodUnsupportedError', 'The sandbox takes cards only.')
  }

  function payments(applicationId, locationId) {
    if (!/^(?:sandbox-sq0idb|sq0idp)-/.test(applicationId))
      throw named(
        'InvalidApplicationIdError',
        "The Payment 'applicationId' option is not in the correct format.",
      )
    if (!locationId) throw named('InvalidLocationIdError', "The Payment 'locationId' option is missing.")
    return {
      card: async () => new Card(applicationId),
      verifyBuyer: (source, details) => confirmation(applicationId, source, details, false),
      applePay: unsupported,
      googlePay: unsupported,
      giftCard: unsupported,
      ach: unsupported,
      setLocale: async () => {},
    }
  }

  window.Square = { payments }
})()

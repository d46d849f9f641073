/**
 * Simulates Stripe's browser script, for the sandbox only: `window.Stripe` with the part of the real API that the checkout
 * uses. As with the real fields, which are in frames of another site, the page sees none of their events, card
 * details are sent only to the simulated provider, and a field that is complete does not move the focus.
 */
;(() => {
  const API = '/sandbox/stripe/v1/'
  const order = ['cardNumber', 'cardExpiry', 'cardCvc']

  const { brandOf, kinds, keepInside, readTyped, erased } = window.sandboxCardFields
  const { Wallet } = window.sandboxWallet

  // Fields

  const css = `
    :host { display: block; color: inherit; font: inherit; }
    .field { display: grid; gap: 0.375em; }
    input {
      box-sizing: border-box; width: 100%; min-height: 1.5em; padding: 0; border: 0; outline: 0;
      background: none; color: inherit; font: inherit; font-variant-numeric: tabular-nums;
    }
    input::placeholder { color: var(--placeholder, currentColor); opacity: 1; }
    input[aria-invalid='true'] { color: var(--invalid, currentColor); }
    p { margin: 0; font-size: 0.75em; line-height: 1.35; color: var(--placeholder, currentColor); }
  `

  class Field {
    #listeners = new Map()
    #container = null
    #input = null
    #digits = ''
    #destroyed = false

    constructor(type, options, group) {
      this.type = type
      this.kind = kinds[type]
      this.group = group
      this.options = options
    }

    get digits() {
      return this.#digits
    }

    get problem() {
      return this.kind.problem(this.#digits, this.group)
    }

    on(event, handler) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), handler])
      return this
    }

    once(event, handler) {
      const once = (payload) => {
        this.off(event, once)
        handler(payload)
      }
      return this.on(event, once)
    }

    off(event, handler) {
      const handlers = this.#listeners.get(event) ?? []
      this.#listeners.set(event, handler ? handlers.filter((known) => known !== handler) : [])
      return this
    }

    mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container) throw new Error('The card field has no place to be mounted in')
      if (this.#destroyed) throw new Error('A destroyed card field cannot be mounted')
      this.unmount()
      this.#container = container
      const host = document.createElement('div')
      const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      root.adoptedStyleSheets = [sheet]
      root.append(this.#draw())
      keepInside(root)
      container.replaceChildren(host)
      container.classList.add('StripeElement')
      this.#style()
      this.#mark()
      for (const label of labelsOf(container)) label.addEventListener('click', this.#focusByLabel)
      queueMicrotask(() => this.#emit('ready', {}))
    }

    unmount() {
      if (!this.#container) return
      for (const label of labelsOf(this.#container)) label.removeEventListener('click', this.#focusByLabel)
      this.#container.replaceChildren()
      this.#container = null
      this.#input = null
    }

    destroy() {
      this.unmount()
      this.#destroyed = true
      this.group.forget(this)
    }

    update(options) {
      this.options = { ...this.options, ...options }
      this.#style()
    }

    focus() {
      this.#input?.focus()
    }

    blur() {
      this.#input?.blur()
    }

    clear() {
      this.#digits = ''
      if (this.#input) this.#input.value = ''
      this.#changed()
    }

    /** Validates again when another field changes what this one needs. */
    recheck() {
      if (this.#digits) this.#changed()
    }

    #draw() {
      const field = document.createElement('div')
      field.className = 'field'
      const input = document.createElement('input')
      input.id = 'input'
      input.inputMode = 'numeric'
      input.autocomplete = this.kind.autocomplete
      input.spellcheck = false
      input.placeholder = this.options.placeholder ?? this.kind.placeholder
      input.setAttribute('aria-label', this.kind.label)
      input.setAttribute('aria-required', 'true')
      input.title = 'Simulated by the sandbox'
      input.value = this.kind.format(this.#digits)
      input.disabled = this.options.disabled === true
      input.addEventListener('input', () => this.#typed())
      input.addEventListener('keydown', (event) => this.#pressed(event))
      input.addEventListener('focus', () => this.#emit('focus', {}))
      input.addEventListener('blur', () => {
        this.#changed(true)
        this.#emit('blur', {})
      })
      field.append(input)
      this.#input = input
      return field
    }

    #typed() {
      this.#digits = readTyped(this.#input, this.kind, this.group)
      this.#changed()
    }

    #pressed(event) {
      if (erased(event, this.#input)) this.#typed()
      if (event.key === 'Enter') this.#container.closest('form')?.requestSubmit()
      if (event.key === 'Escape') this.#emit('escape', {})
    }

    #changed(isLeaving = false) {
      const isFull = this.kind.isFull(this.#digits, this.group)
      // While the buyer is typing, only a complete field shows an error.
      const error = this.#digits && (isFull || isLeaving) ? this.problem : undefined
      const complete = isFull && !error
      this.#mark(error, complete)
      this.#emit('change', {
        elementType: this.type,
        empty: this.#digits === '',
        complete,
        error,
        ...(this.type === 'cardNumber' && { brand: brandOf(this.#digits).name }),
      })
      if (this.type === 'cardNumber') this.group.find('cardCvc')?.recheck()
    }

    #mark(error, complete = false) {
      const { classList } = this.#container ?? document.createElement('div')
      classList.toggle('StripeElement--empty', this.#digits === '')
      classList.toggle('StripeElement--complete', complete)
      classList.toggle('StripeElement--invalid', error !== undefined)
      this.#input?.setAttribute('aria-invalid', String(error !== undefined))
    }

    #style() {
      if (!this.#input) return
      const { base = {}, invalid = {} } = this.options.style ?? {}
      const host = this.#input.getRootNode().host
      for (const name of ['color', 'fontFamily', 'fontSize', 'fontWeight', 'lineHeight'])
        if (base[name]) host.style[name] = base[name]
      if (base['::placeholder']?.color) host.style.setProperty('--placeholder', base['::placeholder'].color)
      if (invalid.color) host.style.setProperty('--invalid', invalid.color)
      this.#input.disabled = this.options.disabled === true
    }

    #focusByLabel = () => this.focus()

    #emit(event, payload) {
      for (const handler of this.#listeners.get(event) ?? []) handler({ elementType: this.type, ...payload })
    }
  }

  const labelsOf = (container) =>
    container.id ? document.querySelectorAll(`label[for="${CSS.escape(container.id)}"]`) : []

  // Groups of fields

  class Elements {
    #fields = []
    #isSubmitted = false

    constructor(options = {}) {
      this.options = options
    }

    create(type, options = {}) {
      if (type === 'expressCheckout') return this.#createWallet(options)
      if (!kinds[type]) throw new Error(`The sandbox draws ${order.join(', ')}, not ${type}`)
      if (this.find(type)) throw new Error(`There is a ${type} field already`)
      const field = new Field(type, options, this)
      this.#fields.push(field)
      return field
    }

    /** Finds a field by its type or its React component. */
    getElement(type) {
      return this.find(type?.__elementType ?? type) ?? null
    }

    update(options) {
      this.options = { ...this.options, ...options }
      this.#isSubmitted = false
      this.find('expressCheckout')?.restyle()
    }

    async fetchUpdates() {
      return {}
    }

    async submit() {
      this.#isSubmitted = true
      return {}
    }

    /** The wallet whose card the buyer has confirmed. */
    get confirmedWallet() {
      if (this.options.paymentMethodCreation !== 'manual')
        throw new Error('Payment methods are made of elements with paymentMethodCreation "manual" only')
      if (!this.#isSubmitted) throw new Error('elements.submit() must be called before createPaymentMethod()')
      return this.find('expressCheckout')
    }

    #createWallet(options) {
      const { mode, amount, currency } = this.options
      if (mode !== 'payment' || !(amount > 0) || !currency)
        throw new Error('The wallet needs elements with mode "payment", an amount and a currency')
      const wallet = new Wallet(options, this)
      this.#fields.push(wallet)
      return wallet
    }

    find(type) {
      return this.#fields.find((field) => field.type === type)
    }

    digits(type) {
      return this.find(type)?.digits ?? ''
    }

    forget(field) {
      this.#fields = this.#fields.filter((known) => known !== field)
    }
  }

  // Calls

  const failed = (type, code, message) => ({ error: { type, code, message } })

  async function call(key, method, path, fields) {
    const body = new URLSearchParams(fields)
    try {
      const response = await fetch(method === 'GET' ? `${API}${path}?${body}` : API + path, {
        method,
        headers: { Authorization: `Bearer ${key}` },
        ...(method !== 'GET' && { body }),
      })
      const reply = await response.json()
      if (reply.error || response.ok) return reply
      return failed('api_error', 'api_error', 'The card could not be checked. Please try again.')
    } catch {
      return failed('api_connection_error', 'connection', 'The card could not be checked. Please try again.')
    }
  }

  function cardFields(group) {
    const expiry = group.digits('cardExpiry')
    return {
      'card[number]': group.digits('cardNumber'),
      'card[exp_month]': String(Number(expiry.slice(0, 2))),
      'card[exp_year]': String(2000 + Number(expiry.slice(2))),
      'card[cvc]': group.digits('cardCvc'),
    }
  }

  function Stripe(key) {
    if (typeof key !== 'string' || !key) throw new Error('The card fields need a publishable key')

    async function createPaymentMethod({ elements, ...method }) {
      return elements ? createFromWallet(elements) : createFromFields(method)
    }

    /** Creates a payment method of the wallet's card, and closes its sheet. */
    async function createFromWallet(elements) {
      const wallet = elements.confirmedWallet
      if (!wallet?.card)
        return failed('invalid_request_error', 'parameter_missing', 'The wallet has no confirmed card.')
      const reply = await call(key, 'POST', 'payment_methods', { type: 'card', ...wallet.card })
      if (reply.error) return reply
      wallet.finish()
      return { paymentMethod: reply }
    }

    async function createFromFields({ type, card, billing_details: billing = {} }) {
      if (type !== 'card' || !(card instanceof Field))
        return failed(
          'invalid_request_error',
          'parameter_invalid',
          'The sandbox takes cards from its own fields only.',
        )
      const wrong = order.map((name) => card.group.find(name)?.problem).find(Boolean)
      if (wrong) return { error: wrong }
      const reply = await call(key, 'POST', 'payment_methods', {
        type,
        ...cardFields(card.group),
        ...(billing.name && { 'billing_details[name]': billing.name }),
        ...(billing.address?.postal_code && {
          'billing_details[address][postal_code]': billing.address.postal_code,
        }),
      })
      return reply.error ? reply : { paymentMethod: reply }
    }

    const intentOf = (secret) => `payment_intents/${encodeURIComponent(secret.split('_secret_')[0])}`

    async function retrievePaymentIntent(secret) {
      const reply = await call(key, 'GET', intentOf(secret), { client_secret: secret })
      return reply.error ? reply : { paymentIntent: reply }
    }

    /** Redirects to the intent's 3-D Secure page, if it has one; the promise then never settles. */
    async function handleNextAction({ clientSecret }) {
      const result = await retrievePaymentIntent(clientSecret)
      const address = result.paymentIntent?.next_action?.redirect_to_url?.url
      if (!address) return result
      location.assign(address)
      return new Promise(() => {})
    }

    async function confirmCardPayment(
      secret,
      { payment_method: method } = {},
      { handleActions = true } = {},
    ) {
      const made = typeof method === 'object' ? await createFromFields({ type: 'card', ...method }) : null
      if (made?.error) return made
      const reply = await call(key, 'POST', `${intentOf(secret)}/confirm`, {
        client_secret: secret,
        ...(method && { payment_method: made?.paymentMethod.id ?? method }),
      })
      if (reply.error) return reply
      return handleActions ? handleNextAction({ clientSecret: secret }) : { paymentIntent: reply }
    }

    return {
      elements: (options) => new Elements(options),
      createPaymentMethod,
      createToken: async () =>
        failed(
          'invalid_request_error',
          'parameter_invalid',
          'The sandbox makes payment methods, not tokens.',
        ),
      confirmCardPayment,
      handleNextAction,
      retrievePaymentIntent,
      registerAppInfo() {},
      _registerWrapper() {},
    }
  }

  Stripe.version = 'endive'
  window.Stripe = Stripe
})()

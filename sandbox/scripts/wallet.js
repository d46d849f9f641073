/**
 * Simulates a device's wallet behind Stripe's Express Checkout Element, for the sandbox only. The button opens a sheet in
 * which the buyer chooses a test card. Without a wallet (the cookie `sandbox_wallet=off`) no button is drawn.
 */
window.sandboxWallet = (() => {
  const { sheetOf, element, open } = window.sandboxSheet

  /** Test cards in the wallet. */
  const cards = [
    ['4242424242424242', 'Visa 4242: succeeds'],
    ['4000000000000002', 'Visa 0002: is declined'],
    ['4000002500003155', 'Visa 3155: asks for 3-D Secure'],
    ['4000000000000077', 'Visa 0077: succeeds after twenty seconds'],
    ['4000000000000119', 'Visa 0119: succeeds, but the reply is lost'],
  ]

  const css = `
    :host { display: block; }
    button {
      display: flex; align-items: center; justify-content: center; gap: 0.5em; box-sizing: border-box; width: 100%;
      height: var(--height, 44px); border: 1px solid var(--ground); border-radius: var(--radius, 4px); cursor: pointer;
      color: var(--text); background: var(--ground); font: 600 min(1.0625rem, 6vw)/1 system-ui, sans-serif;
    }
    button[data-theme='light'] { --text: #fff; --ground: #000; }
    button[data-theme='dark'] { --text: #000; --ground: #fff; }
    button:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
    button:disabled { cursor: default; }
    svg { flex: none; }
  `
  const icon = `<svg width="22" height="18" viewBox="0 0 22 18" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><rect x="1" y="3" width="20" height="14" rx="3"/><path d="M15 10h6M3 3l11-2v2"/></svg>`

  const isOff = () => document.cookie.split('; ').includes('sandbox_wallet=off')

  class Wallet {
    type = 'expressCheckout'
    #group
    #options
    #listeners = new Map()
    #container = null
    #button = null
    #close = null
    #isPressed = false
    #number = null

    constructor(options, group) {
      this.#options = options
      this.#group = group
    }

    /** Fields of the card that the buyer has confirmed; null without one. */
    get card() {
      return (
        this.#number && {
          'card[number]': this.#number,
          'card[exp_month]': '12',
          'card[exp_year]': String(new Date().getFullYear() + 3),
          'card[cvc]': '123',
          'card[wallet][type]': 'google_pay',
        }
      )
    }

    on(event, handler) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), handler])
      return this
    }

    off(event, handler) {
      const handlers = this.#listeners.get(event) ?? []
      this.#listeners.set(event, handler ? handlers.filter((known) => known !== handler) : [])
      return this
    }

    once(event, handler) {
      const once = (payload) => {
        this.off(event, once)
        handler(payload)
      }
      return this.on(event, once)
    }

    mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container) throw new Error('The wallet has no place to be mounted in')
      this.unmount()
      this.#container = container
      if (!isOff()) this.#draw()
      queueMicrotask(() =>
        this.#emit('ready', {
          availablePaymentMethods: isOff()
            ? undefined
            : {
                applePay: false,
                googlePay: true,
                link: false,
                paypal: false,
                amazonPay: false,
                klarna: false,
              },
        }),
      )
    }

    unmount() {
      this.finish()
      this.#container?.replaceChildren()
      this.#container = null
      this.#button = null
    }

    destroy() {
      this.unmount()
      this.#group.forget(this)
    }

    update(options) {
      this.#options = { ...this.#options, ...options }
      this.restyle()
    }

    focus() {
      this.#button?.focus()
    }

    blur() {
      this.#button?.blur()
    }

    /** Follows the appearance of the group. */
    restyle() {
      if (!this.#button) return
      const { theme, variables = {} } = this.#group.options.appearance ?? {}
      this.#button.dataset.theme = theme === 'night' ? 'dark' : 'light'
      this.#button.style.setProperty('--radius', variables.borderRadius ?? '4px')
      this.#button.style.setProperty('--height', `${this.#options.buttonHeight ?? 44}px`)
    }

    /** Closes the sheet. */
    finish() {
      this.#close?.()
      this.#close = null
      this.#isPressed = false
    }

    #draw() {
      const host = document.createElement('div')
      const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
      root.adoptedStyleSheets = [sheetOf(css)]
      this.#button = element('button', {
        type: 'button',
        innerHTML: icon,
        title: 'Simulated by the sandbox',
        onclick: () => this.#pressed(),
      })
      this.#button.append('Sandbox wallet')
      root.append(this.#button)
      this.#container.replaceChildren(host)
      this.restyle()
    }

    /** Opens the sheet once the page has resolved the click, which it must do within a second. */
    #pressed() {
      if (this.#isPressed) return
      this.#isPressed = true
      let isAnswered = false
      const answer = (act) => (details) => {
        if (isAnswered) return
        isAnswered = true
        act(details)
      }
      const late = () => {
        this.#isPressed = false
        throw new Error('The click was neither resolved nor rejected within a second')
      }
      setTimeout(answer(late), 1000)
      this.#emit('click', {
        expressPaymentType: 'google_pay',
        resolve: answer((details) => this.#ask(details ?? {})),
        reject: answer(() => (this.#isPressed = false)),
      })
    }

    #ask({ lineItems = [] }) {
      const { amount, currency } = this.#group.options
      const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
      const shown = (minor) => money.format(minor / 100)
      const sum = lineItems.reduce((total, line) => total + line.amount, 0)
      if (sum > amount) throw new Error(`The line items (${sum}) are more than the amount (${amount})`)

      const choice = element(
        'select',
        {},
        ...cards.map(([value, text]) => element('option', { value, textContent: text })),
      )
      const problem = element('p', { role: 'alert' })
      const total = shown(amount)
      const pay = element('button', {
        className: 'main',
        textContent: `Pay ${total} with the sandbox wallet`,
        onclick: () => confirm(),
      })
      const cancel = () => {
        if (pay.disabled) return
        this.finish()
        this.#emit('cancel')
      }
      const stop = element('button', { textContent: 'Cancel', onclick: cancel })
      const setBusy = (isBusy) => {
        for (const control of [choice, pay, stop]) control.disabled = isBusy
      }
      const confirm = () => {
        problem.textContent = ''
        setBusy(true)
        this.#number = choice.value
        this.#emit('confirm', {
          expressPaymentType: 'google_pay',
          billingDetails: {
            ...(this.#options.billingAddressRequired && { name: 'Sandbox Wallet' }),
            ...(this.#options.emailRequired && { email: 'wallet@example.com' }),
            ...(this.#options.phoneNumberRequired && { phone: '+447700900456' }),
          },
          paymentFailed: ({ message } = {}) => {
            this.#number = null
            setBusy(false)
            problem.textContent = message ?? 'The payment failed.'
          },
        })
      }
      this.#close = open(
        'Sandbox wallet',
        cancel,
        element(
          'dl',
          {},
          ...lineItems.flatMap((line) => [
            element('dt', { textContent: line.name }),
            element('dd', { textContent: shown(line.amount) }),
          ]),
          element('dt', { className: 'total', textContent: 'Total' }),
          element('dd', { className: 'total', textContent: total }),
        ),
        element('label', {}, 'Card in the wallet', choice),
        problem,
        element('div', { className: 'actions' }, pay, stop),
      )
    }

    #emit(event, payload = {}) {
      for (const handler of this.#listeners.get(event) ?? []) handler({ elementType: this.type, ...payload })
    }
  }

  return { Wallet }
})()

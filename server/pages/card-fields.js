// Draws the payment provider's card fields and turns a typed card into its id, which is sent instead of the number.
const form = document.querySelector('form[data-card-form]')
const fields = form?.querySelector('[data-fields]')
const names = ['cardNumber', 'cardExpiry', 'cardCvc']
const notLoaded = 'The card fields could not be loaded. Please reload the page, or choose a saved card.'

const isNew = () => new FormData(form).get('card') === 'new'

function say(name, message) {
  form.querySelector(`[data-problem="${name}"]`).textContent = message
  const frame = document.getElementById(name)
  if (frame) frame.toggleAttribute('data-invalid', message !== '')
}

/** Returns a design token as RGB, the only notation that the provider supports. */
function colour(token) {
  const sample = document.body.appendChild(document.createElement('span'))
  sample.style.color = `var(${token})`
  const canvas = document.createElement('canvas').getContext('2d')
  canvas.fillStyle = getComputedStyle(sample).color
  sample.remove()
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}

function style() {
  const { fontFamily, fontSize } = getComputedStyle(document.body)
  const base = { color: colour('--ink'), fontFamily, fontSize }
  return {
    base: { ...base, '::placeholder': { color: colour('--ink-quiet') } },
    invalid: { color: colour('--danger') },
  }
}

function load(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  })
}

async function draw() {
  await load(form.dataset.script)
  const { key, account } = form.dataset
  const stripe = window.Stripe(key, account ? { stripeAccount: account } : undefined)
  const elements = stripe.elements({ locale: 'en-GB' })
  const [card] = names.map((name) => {
    const field = elements.create(name, { style: style() })
    field.mount(document.getElementById(name))
    field.on('change', ({ error }) => say(name, error?.message ?? ''))
    return field
  })
  return { stripe, card }
}

if (form && fields) {
  for (const hidden of form.querySelectorAll('[data-new-card], [data-needs-script]')) hidden.hidden = false
  const drawing = draw()
  drawing.catch(() => say('form', notLoaded))

  const toggle = () => (fields.hidden = !isNew())
  form.addEventListener('change', toggle)
  toggle()

  let isBusy = false
  form.addEventListener('submit', async (event) => {
    if (!isNew()) return
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    say('form', '')
    try {
      const { stripe, card } = await drawing
      const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
      if (paymentMethod) {
        form.elements.payment_method_id.value = paymentMethod.id
        // Sends the form without this handler.
        form.submit()
        return
      }
      say('form', error.message ?? 'Please check your card details.')
    } catch {
      say('form', notLoaded)
    }
    isBusy = false
    delete form.dataset.sent
  })
}

// Progressive enhancement: shows the total of the chosen tickets and marks a pressed button as busy.
const symbols = { GBP: '£', EUR: '€', USD: '$' }
const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

for (const form of document.querySelectorAll('form[data-basket]')) {
  const total = form.querySelector('[data-total]')
  const idle = total?.textContent
  const add = () => {
    let [count, pence, fee, delivery] = [0, 0, 0, 0]
    for (const { value, dataset } of form.querySelectorAll('select[data-price]')) {
      count += Number(value)
      pence += Number(value) * Number(dataset.price)
      fee += Number(value) * Number(dataset.fee)
      // One parcel, at the highest rate in it.
      if (Number(value)) delivery = Math.max(delivery, Number(dataset.delivery))
    }
    if (!total) return
    const money = (amount) => symbols[form.dataset.basket] + twoDecimals.format(amount / 100)
    const parts = document.createElement('small')
    parts.textContent = [
      fee && `includes ${money(fee)}\u00a0fee`,
      delivery && `plus ${money(delivery)} delivery`,
    ]
      .filter(Boolean)
      .join(', ')
    total.textContent = count
      ? `${count} ${count === 1 ? 'ticket' : 'tickets'}, ${pence ? money(pence) : 'Free'}`
      : idle
    if (count && parts.textContent) total.append(' ', parts)
    form.toggleAttribute('data-chosen', count > 0)
    if (count) takeBack(form)
  }
  form.addEventListener('change', add)
  // The browser may have restored the quantities, or restore them yet.
  add()
  addEventListener('pageshow', add)
}

// The button that adds gift vouchers tells what they cost, once their value is an amount.
for (const button of document.querySelectorAll('button[data-costs]')) {
  const { form } = button
  const idle = button.textContent
  let told = ''
  const tell = () => {
    const { value, other_value: other, qty } = form.elements
    const each = value.value === 'other' ? other.value.trim() : value.value
    const isAmount = /^(?:0|[1-9]\d{0,6})(?:\.\d{1,2})?$/.test(each) && Number(each) > 0
    const cost = isAmount ? symbols[button.dataset.costs] + twoDecimals.format(each * qty.value) : ''
    // A press is lost if what it began on is replaced, as when it leaves a field that has changed.
    if (cost === told) return
    told = cost
    const [label, dot] = [document.createElement('span'), document.createElement('span')]
    dot.ariaHidden = 'true'
    dot.textContent = '· '
    label.append(`${idle} `, dot, cost)
    button.replaceChildren(cost ? label : idle)
  }
  form.addEventListener('input', tell)
  form.addEventListener('change', tell)
  tell()
  addEventListener('pageshow', tell)
}

/** Takes back that no tickets were chosen. */
function takeBack(form) {
  const list = form.querySelector('select[aria-invalid]')
  list?.removeAttribute('aria-invalid')
  list?.removeAttribute('aria-describedby')
  form.querySelector('.row > .field-problem')?.remove()
}

// A code is no longer than its cells, of which the focus marks that of the next digit.
for (const input of document.querySelectorAll('[data-look=code] > input')) {
  const tell = () => {
    const digits = input.value.replace(/\D/g, '').slice(0, 6)
    if (digits !== input.value) input.value = digits
    input.parentElement.dataset.typed = digits.length
  }
  input.addEventListener('input', tell)
  // The browser may have restored the code, or restore it yet.
  tell()
  addEventListener('pageshow', tell)
}

// A list of quantities gets a button on either side.
for (const stepper of document.querySelectorAll('.stepper')) {
  const list = stepper.querySelector('select')
  const steps = [...stepper.querySelectorAll('[data-step]')]
  const next = ({ dataset }) => {
    const option = list.options[list.selectedIndex + Number(dataset.step)]
    return option?.disabled ? undefined : option
  }
  const draw = () => {
    for (const step of steps)
      if (next(step)) step.removeAttribute('aria-disabled')
      else step.setAttribute('aria-disabled', 'true')
  }
  for (const step of steps) {
    step.hidden = false
    step.addEventListener('click', () => {
      const option = next(step)
      if (!option) return
      option.selected = true
      list.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  // Another quantity of the form may leave more or fewer for this one.
  list.form.addEventListener('change', draw)
  draw()
  addEventListener('pageshow', draw)
}

// A chosen category may be beyond the edge of its row.
for (const chosen of document.querySelectorAll('.chips [aria-current]')) {
  const row = chosen.closest('.chips')
  row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
}

// On a phone, the bar with the lowest price gives way to the tickets once the first choice stands above it, or what to expect of a
// waiting room; at the latest once the tickets fill half of the screen, or all of it where the way to the seats ends them.
const priceBar = document.querySelector('.price-bar')
const tickets = document.querySelector('.event-tickets')
if (priceBar && tickets) {
  const first = tickets.querySelector('.stepper, .seats-link, .icon-line') ?? tickets
  const depth = first.getBoundingClientRect().bottom - tickets.getBoundingClientRect().top
  const most = first.matches('.seats-link') ? innerHeight - 1 : innerHeight / 2
  const below = Math.min(depth + priceBar.offsetHeight, most)
  new IntersectionObserver(([{ isIntersecting }]) => (priceBar.hidden = isIntersecting), {
    rootMargin: `0px 0px -${below}px`,
  }).observe(tickets)
}

for (const left of document.querySelectorAll('[data-seconds-left]')) {
  const count = () => {
    const minutes = Math.ceil((Number(left.dataset.secondsLeft) * 1000 - performance.now()) / 60_000)
    left.textContent = minutes > 0 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left` : 'it is over'
  }
  count()
  setInterval(count, 1000)
}

// Prevents a double submit; going back in the browser re-enables the form. The same search once more stays on its page.
document.addEventListener('submit', (event) => {
  const form = event.target
  if (form.method === 'get') return
  if (form.dataset.sent) event.preventDefault()
  form.dataset.sent = 'true'
})
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent
})

// Back shows a page as it was left; its header shows the basket and the account as they are now.
addEventListener('pageshow', async ({ persisted }) => {
  const [opened] = performance.getEntriesByType('navigation')
  const isKept = persisted || (opened?.type === 'back_forward' && opened.transferSize === 0)
  if (!isKept) return
  const text = await fetch('/all-events/', { cache: 'no-cache' }).then(
    (reply) => reply.text(),
    () => '',
  )
  const now = new DOMParser().parseFromString(text, 'text/html').querySelector('.nav')
  const before = document.querySelector('.nav')
  now?.querySelector('[aria-current]')?.removeAttribute('aria-current')
  now?.querySelector(`[href="${CSS.escape(location.pathname)}"]`)?.setAttribute('aria-current', 'page')
  if (now && !now.isEqualNode(before)) before?.replaceWith(now)
})

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  const words = button.querySelector('[data-label]') ?? button
  const label = [...words.childNodes]
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy)
    words.textContent = 'Copied'
    setTimeout(() => words.replaceChildren(...label), 2000)
  })
}

// Makes each mail of the sandbox's outbox as high as its content.
for (const frame of document.querySelectorAll('.mail iframe')) {
  const fit = () => {
    const height = frame.contentDocument?.body?.offsetHeight
    if (height) frame.style.height = `${height + 2}px`
  }
  frame.addEventListener('load', fit)
  new ResizeObserver(fit).observe(frame)
}

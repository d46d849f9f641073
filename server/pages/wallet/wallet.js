// Keeps tickets for use without a network, and shows a ticket's code on the whole screen.
const scopes = ['/account/wallet/', '/account/tickets/']

// Not where the browser refuses it, or where the page is left meanwhile.
if ('serviceWorker' in navigator) keepTickets().catch(() => {})

async function keepTickets() {
  await Promise.all(
    scopes.map((scope) => navigator.serviceWorker.register('/account/wallet-worker.js', { scope })),
  )
  const { active } = await navigator.serviceWorker.ready
  const linked = [...document.querySelectorAll('a[data-keep]')].map(({ href }) => href)
  const parts = [...document.querySelectorAll('main img, script[src], link[rel="icon"]')]
  const files = parts.map((part) => part.src || part.href)
  const keep = [...new Set([location.origin + location.pathname, ...linked, ...files])]
  active.postMessage({ keep })
}

for (const button of document.querySelectorAll('button[data-open]')) {
  const dialog = document.getElementById(button.dataset.open)
  let lock
  // The lock ends when the page is hidden.
  const stayAwake = async () => {
    if (dialog.open && !document.hidden) lock = await navigator.wakeLock?.request('screen').catch(() => null)
  }
  button.hidden = false
  button.addEventListener('click', () => {
    dialog.showModal()
    stayAwake()
  })
  document.addEventListener('visibilitychange', stayAwake)
  dialog.addEventListener('close', () => lock?.release())
}

// A swipe turns to the next ticket of the order.
const pass = document.querySelector('.pass')
let start
pass?.addEventListener('touchstart', ({ touches: [touch], touches }) => {
  start = touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
})
pass?.addEventListener('touchend', ({ changedTouches: [touch] }) => {
  if (!start || document.querySelector('dialog[open]')) return
  const [across, down] = [touch.clientX - start.x, touch.clientY - start.y]
  if (Math.abs(across) < 60 || Math.abs(across) < 2 * Math.abs(down)) return
  document.querySelector(`.pass-others a[rel="${across < 0 ? 'next' : 'prev'}"]`)?.click()
})

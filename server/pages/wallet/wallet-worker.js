// Shows opened tickets without a network. The shop writes `version` above this line.
const cacheName = `wallet-${version}`
const pages = /^\/account\/(?:wallet|tickets\/[\da-f-]{36})\/$/
const files = /^\/(?:pages|pictures)\/[\w.-]+$|^\/favicon\.svg$/
const patienceMs = 4000

addEventListener('install', () => skipWaiting())

addEventListener('activate', (event) => event.waitUntil(deleteOldVersions().then(() => clients.claim())))

addEventListener('message', (event) => event.waitUntil(Promise.allSettled(event.data.keep.map(keep))))

addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && isKept(event.request.url)) event.respondWith(answer(event.request))
})

function isKept(address) {
  const { origin, pathname, search } = new URL(address, location.origin)
  return origin === location.origin && search === '' && (pages.test(pathname) || files.test(pathname))
}

/** Answers from the network and keeps the reply; from what was kept if the network is gone, slow or broken. */
async function answer(request) {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request.url)
  try {
    const reply = await fetch(request, kept && { signal: AbortSignal.timeout(patienceMs) })
    if (kept && reply.status >= 500) return kept
    await store(cache, request.url, reply.clone())
    return reply
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

async function keep(address) {
  if (!isKept(address)) return
  const cache = await caches.open(cacheName)
  await store(cache, address, await fetch(address, { redirect: 'manual' }))
}

/**
 * Keeps a good reply. Any other means that the page is no longer the visitor's; the wallet's own, that they have left. The
 * cache was opened before the request: if it is deleted meanwhile, the reply is not kept.
 */
async function store(cache, address, reply) {
  if (reply.ok && !reply.redirected) {
    const owner = reply.headers.get('Wallet-Owner')
    if (owner) await deleteOthers(cache, owner)
    await cache.put(address, reply)
  } else if (new URL(address, location.origin).pathname === '/account/wallet/') await caches.delete(cacheName)
  else await cache.delete(address)
}

async function deleteOthers(cache, owner) {
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    const keptFor = kept?.headers.get('Wallet-Owner')
    if (keptFor && keptFor !== owner) await cache.delete(request)
  }
}

async function deleteOldVersions() {
  for (const name of await caches.keys())
    if (name.startsWith('wallet-') && name !== cacheName) await caches.delete(name)
}

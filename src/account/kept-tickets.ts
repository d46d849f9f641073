/** Deletes the tickets that the shop's service worker keeps for use without a network (server/pages/wallet/wallet-worker.js). */
export async function forgetKeptTickets(): Promise<void> {
  // Missing on insecure pages.
  if (!('caches' in globalThis)) return
  const names = (await caches.keys()).filter((name) => name.startsWith('wallet-'))
  await Promise.all(names.map((name) => caches.delete(name)))
}

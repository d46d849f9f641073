const STORE = 'foyer.counted-orders'
const MAX_ORDERS = 20

/**
 * Runs `count` if this browser has not counted the order before, in any tab or page load. The order is stored under a
 * one-way hash of its reference, which is passed on as its transaction id. Without storage nothing is counted, since it
 * would be counted again after a reload.
 */
export async function countOnce(reference: string, count: (transactionId: string) => void): Promise<void> {
  if (!reference) return
  const id = await hashOf(reference)
  // Two tabs may get here at the same time.
  await navigator.locks.request(STORE, () => {
    const counted = read()
    if (counted.includes(id)) return
    localStorage.setItem(STORE, JSON.stringify([...counted, id].slice(-MAX_ORDERS)))
    count(id)
  })
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`order ${text}`))
  return [...new Uint8Array(bytes.slice(0, 12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

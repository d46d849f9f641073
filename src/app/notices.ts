/**
 * Notifications as the charts raise them. The toast library comes once the page has nothing else to do: most purchases
 * never need it, but "Unable to …" must be there when the shop can no longer be reached.
 */
const toaster = () => import('#src/ui/toaster.tsx')

// Safari has no idle callback.
const whenIdle = window.requestIdleCallback ?? setTimeout
window.addEventListener('load', () => whenIdle(() => void toaster().catch(() => {})))

export const notices = {
  notifyError: (_: unknown, { text }: { text: string }) =>
    void toaster().then(({ toast }) => toast.error(text)),
  notifySuccess: (_: unknown, { text }: { text: string }) =>
    void toaster().then(({ toast }) => toast.success(text)),
}

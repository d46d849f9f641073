/**
 * Notifications as the charts raise them. The toast library comes with the buyer's first touch of the page: a visitor
 * who only looks never needs it, but "Unable to …" must be there when the shop can no longer be reached.
 */
const toaster = () => import('#src/ui/toaster.tsx')

for (const touch of ['pointerdown', 'keydown'])
  window.addEventListener(touch, () => void toaster().catch(() => {}), { once: true })

export const notices = {
  notifyError: (_: unknown, { text }: { text: string }) =>
    void toaster().then(({ toast }) => toast.error(text)),
  notifySuccess: (_: unknown, { text }: { text: string }) =>
    void toaster().then(({ toast }) => toast.success(text)),
}

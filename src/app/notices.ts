/**
 * Notifications as the charts raise them. The toast library comes with the first of them: it is 9 KiB that most
 * purchases never need.
 */
const toaster = () => import('#src/ui/toaster.tsx')

export const notices = {
  notifyError: (_: unknown, { text }: { text: string }) =>
    void toaster().then(({ toast }) => toast.error(text)),
  notifySuccess: (_: unknown, { text }: { text: string }) =>
    void toaster().then(({ toast }) => toast.success(text)),
}

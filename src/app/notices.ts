import { notify } from '#src/ui/notify.ts'

/** Notifications as the charts raise them. */
export const notices = {
  notifyError: (_: unknown, { text }: { text: string }) => notify('error', text),
  notifySuccess: (_: unknown, { text }: { text: string }) => notify('success', text),
}

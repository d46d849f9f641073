import { notify } from '#src/ui/notify.ts'

/** Actions that show the charts' notifications. */
export const notices = {
  notifyError: (_: unknown, { text }: { text: string }) => notify('error', text),
  notifySuccess: (_: unknown, { text }: { text: string }) => notify('success', text),
}

import { readLog } from '#src/lib/session-log.ts'
import { Button } from '#src/ui/button.tsx'
import { useCopied } from '#src/ui/use-copied.ts'

/** The support code of the session, and a button that copies it with the session's log [F20]. */
export default function SupportDetails() {
  const { code } = readLog()
  const { outcome, copy } = useCopied('Details copied')
  return (
    <>
      <p>
        If this happens again, please tell us your support code: <b>{code}</b>
      </p>
      <Button look="secondary" onClick={() => copy(details())}>
        {outcome === 'copied' ? 'Details copied' : 'Copy details for support'}
      </Button>
      {outcome === 'failed' && (
        <textarea readOnly aria-label="Details for support" rows={6} value={details()} onFocus={selectAll} />
      )}
    </>
  )
}

const selectAll = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => currentTarget.select()

/** Read when they are wanted: the error itself is logged after it has been drawn. */
function details(): string {
  const { code, lines } = readLog()
  return [`Support code: ${code}`, navigator.userAgent, ...lines].join('\n')
}

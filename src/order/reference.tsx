import { Icon } from '#src/ui/icon.tsx'
import { useCopied } from '#src/ui/use-copied.ts'
import { orderIcons } from './order-icons.ts'
import styles from './reference.module.css'

/** Shows the reference of the order, with a button that copies it; '' keeps the place while it loads [DONE-05]. */
export function Reference({ text }: { text: string }) {
  const { outcome, copy } = useCopied('Reference copied')
  return (
    <div className={styles.reference}>
      <p className={styles.text}>
        Your reference is{' '}
        <b className={styles.code} ref={outcome === 'failed' ? select : undefined}>
          {grouped(text)}
        </b>
      </p>
      {text && (
        <button className={styles.copy} type="button" onClick={() => copy(text)}>
          {outcome === 'copied' ? <Icon name="check" size={18} /> : <Icon path={orderIcons.copy} size={18} />}
          {outcome === 'copied' ? 'Copied' : 'Copy'}
          <span className="visually-hidden"> reference</span>
        </button>
      )}
      {outcome === 'failed' && <p className={styles.failed}>Please select the reference and copy it.</p>}
    </div>
  )
}

function select(element: HTMLElement | null) {
  if (element) getSelection()?.selectAllChildren(element)
}

/** Sets a short reference in groups of four, to be read aloud, with room for a line's end between them; any other is shown as it is. */
function grouped(text: string) {
  if (!/^[0-9A-Z]{8}$/.test(text)) return text
  return (
    <>
      <span>{text.slice(0, 4)}</span>
      <wbr />
      <span>{text.slice(4)}</span>
    </>
  )
}

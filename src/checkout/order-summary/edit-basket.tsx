import { useState, type ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'

/** "Edit basket" link. Asks for confirmation first, because editing releases the tickets [SUMM-10..12]. */
export default function EditBasket({
  text,
  isBusy,
  onConfirm,
}: {
  text: ReactNode
  isBusy: boolean
  onConfirm: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)

  function confirm() {
    close()
    onConfirm()
  }

  return (
    <>
      <LinkButton busy={isBusy} onClick={() => setAsking(true)}>
        {text}
      </LinkButton>
      {isAsking && (
        <Dialog
          title="Are you sure?"
          onClose={close}
          actions={
            <>
              <Button onClick={confirm}>Yes</Button>
              <Button look="secondary" onClick={close}>
                No
              </Button>
            </>
          }
        >
          <p>
            Your tickets go back on sale while you edit. You can reserve them again if they are still there.
          </p>
        </Dialog>
      )}
    </>
  )
}

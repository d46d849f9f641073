import { useCheckout } from '#src/checkout/use-checkout.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { selectWhole } from '#src/ui/select-whole.ts'
import { useCopied } from '#src/ui/use-copied.ts'

/** Warning for in-app browsers, with a link that opens the sale in another browser [CONT-65, CONT-66, RESV-10]. */
export function UnsupportedBrowser() {
  const { sale_reference } = useCheckout()
  const address = `${location.origin}/smartcheckout/?session=${encodeURIComponent(sale_reference)}`
  const { outcome, copy, source } = useCopied('Link copied')
  return (
    <>
      <Notice tone="warning">
        <p>You are using an incompatible browser.</p>
        <p>Your tickets are held. Open this link in another browser to carry on.</p>
      </Notice>
      <Field
        label="Link to your checkout"
        value={address}
        readOnly
        onFocus={selectWhole}
        error={outcome === 'failed' ? "We couldn't copy the link. Please copy it from here." : undefined}
        errorSpoken
        ref={source}
      />
      <Button onClick={() => copy(address)}>{outcome === 'copied' ? 'Link copied' : 'Copy link'}</Button>
    </>
  )
}

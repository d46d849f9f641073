import { useCheckout } from '#src/checkout/use-checkout.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { useCopied } from '#src/ui/use-copied.ts'

/** The way out of an in-app browser: a link that opens the same sale in another one [CONT-65, CONT-66, RESV-10]. */
export function UnsupportedBrowser() {
  const { sale_reference } = useCheckout()
  const address = `${location.origin}/smartcheckout/?session=${encodeURIComponent(sale_reference)}`
  const { outcome, copy } = useCopied('Link copied')
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
        onFocus={(event) => event.currentTarget.select()}
        error={
          outcome === 'failed' ? 'The link could not be copied. Please select it and copy it.' : undefined
        }
        errorSpoken
      />
      <Button onClick={() => copy(address)}>{outcome === 'copied' ? 'Link copied' : 'Copy link'}</Button>
    </>
  )
}

/** Sentence with the terms that apply, in a new tab [PAYM-18, PAYM-19]. */
export function PurchaseTerms() {
  return (
    <>
      By continuing you accept the{' '}
      <a href="/legal-information/purchase-terms-and-conditions/" target="_blank" rel="noopener">
        purchase terms and conditions
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      .
    </>
  )
}

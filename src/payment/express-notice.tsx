import { Notice } from '#src/ui/notice.tsx'

/** Notice about the account and the terms of express checkout [PAYM-16..19]. */
export function ExpressNotice() {
  return (
    <Notice tone="info">
      <p>
        Your tickets are delivered to an account in your name. The{' '}
        <a href="/legal-information/purchase-terms-and-conditions/" target="_blank" rel="noopener">
          purchase terms and conditions
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>{' '}
        apply.
      </p>
    </Notice>
  )
}

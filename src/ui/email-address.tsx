/**
 * An email address that wraps before its "@" if it is long. Not for the description of a field, in which screen readers would read a
 * space there.
 */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

import { CookieChoices } from './cookie-choices.tsx'

/** Links at the foot of every screen: the cookie choices, and pages by their names. */
export const FooterLinks = ({ links }: { links: Record<string, string> }) => (
  <>
    <CookieChoices />
    {Object.entries(links).map(([name, href]) => (
      <a href={href} key={name}>
        {name}
      </a>
    ))}
  </>
)

import { LinkButton } from './link-button.tsx'

/** Opens the banner of cookie choices; hidden while there is none (src/analytics/consent-banner.tsx). */
export const CookieChoices = () => <LinkButton data-cookie-choices="">Cookie choices</LinkButton>

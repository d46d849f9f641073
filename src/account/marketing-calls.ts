import { request } from '#src/http/client.ts'
import type { MarketingChoices } from './requests.ts'
import { ignored } from '#src/http/wire.ts'

/** Saves the marketing preferences [CALL-15]. */
export function setMarketingPreferences(choices: MarketingChoices): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/set_marketing_preferences/', choices)
}

import { request } from './client.ts'
import type { MarketingChoices } from './schemas/marketing-preferences.ts'
import { ignored } from './schemas/wire.ts'

/** Saves the marketing preferences [CALL-15]. */
export function setMarketingPreferences(choices: MarketingChoices): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/set_marketing_preferences/', choices)
}

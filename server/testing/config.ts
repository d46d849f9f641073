import type { Config } from '#server/config.ts'
import { defaultLimits } from '#server/database/postgres-pool.ts'

/** No provider has keys: the sandbox simulates them all. */
export const noProviders: Config['providers'] = {
  stripe: null,
  square: null,
  truelayer: null,
  hcaptcha: null,
  mail: null,
  twilio: null,
  addressLookup: null,
  appleWallet: null,
  googleWallet: null,
  seatsio: null,
}

/** Makes the configuration of a shop in the sandbox. */
export const testConfig = (changes: Partial<Config> = {}): Config => ({
  mode: 'sandbox',
  host: '127.0.0.1',
  port: 0,
  dataDir: '',
  databaseLimits: defaultLimits,
  origin: 'http://shop.test',
  secrets: { sessionKey: 'test session key', codePepper: 'test code pepper' },
  providers: noProviders,
  hasDemo: true,
  page: {},
  trustedProxies: 0,
  // Tests have no network address: they would all be one asker.
  heldTickets: { withoutCaptcha: Infinity, maxPerPerson: Infinity, maxPerAddress: Infinity },
  freeOrdersWithoutCaptcha: Infinity,
  declines: { withoutCaptcha: Infinity, maxPerAddress: Infinity },
  waitingRoomPlacesOfAddress: Infinity,
  newVisitorsOfAddress: Infinity,
  ...changes,
})

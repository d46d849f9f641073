import { Hono } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'

import { abbeyMoon } from './scenes/abbey-moon.ts'
import { filmReel } from './scenes/film-reel.ts'
import { giftCard } from './scenes/gift-card.ts'
import { harbour } from './scenes/harbour.ts'
import { lanterns } from './scenes/lanterns.ts'
import { longTable } from './scenes/long-table.ts'
import { mountains } from './scenes/mountains.ts'
import { nightRoad } from './scenes/night-road.ts'
import { openDoor } from './scenes/open-door.ts'
import { pottersWheel } from './scenes/potters-wheel.ts'
import { sails } from './scenes/sails.ts'
import { shipwreck } from './scenes/shipwreck.ts'
import { skyline } from './scenes/skyline.ts'
import { soundWave } from './scenes/sound-wave.ts'
import { spotlight } from './scenes/spotlight.ts'
import { stageLights } from './scenes/stage-lights.ts'
import { stationClock } from './scenes/station-clock.ts'
import { strings } from './scenes/strings.ts'
import { waterScreen } from './scenes/water-screen.ts'
import { waves } from './scenes/waves.ts'
import { winterTiers } from './scenes/winter-tiers.ts'

const drawings = new Map([
  ['lantern-evening', lanterns],
  ['midwinter-strings', strings],
  ['the-tempest', shipwreck],
  ['winter-arena', winterTiers],
  ['rooftop-sessions', skyline],
  ['abbey-by-moonlight', abbeyMoon],
  ['northern-lights-tour', stageLights],
  ['dawn-swim', waves],
  ['sailing-week', sails],
  ['night-run', nightRoad],
  ['silent-films', filmReel],
  ['winter-supper', longTable],
  ['potters-wheel', pottersWheel],
  ['mountain-evening', mountains],
  ['late-film-club', stationClock],
  ['studio-livestream', soundWave],
  ['new-faces-night', spotlight],
  ['paddle-in-cinema', waterScreen],
  ['harbour-open-day', harbour],
  ['harbour-gift', giftCard],
  ['open-door', openDoor],
])

/** Serves the generated pictures of events, vouchers and charities at `/pictures/{slug}.svg`. */
export const pictureRoutes = new Hono<ShopEnv>()

pictureRoutes.get('/pictures/:file{[a-z0-9-]+\\.svg}', (c) => {
  const draw = drawings.get(c.req.param('file').replace('.svg', ''))
  if (!draw) return c.notFound()
  return c.body(draw(), 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' })
})

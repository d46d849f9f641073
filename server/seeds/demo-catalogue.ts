import type { SeedOrganiser } from './catalogue-shapes.ts'
import { canalCinema } from './organisers/canal-cinema.ts'
import { harbourArts } from './organisers/harbour-arts.ts'
import { kilnLane } from './organisers/kiln-lane.ts'
import { northlightTalks } from './organisers/northlight-talks.ts'
import { openDoorShelter } from './organisers/open-door-shelter.ts'
import { rooftopNights } from './organisers/rooftop-nights.ts'
import { whitbyStages } from './organisers/whitby-stages.ts'

/** The demo catalogue; docs/seeds.md lists the features of each event. */
export const organisers: SeedOrganiser[] = [
  harbourArts,
  openDoorShelter,
  canalCinema,
  rooftopNights,
  kilnLane,
  northlightTalks,
  whitbyStages,
]

/** Order of the events on the front page. */
export const eventOrder = [
  'lantern-evening',
  'midwinter-strings',
  'the-tempest',
  'rooftop-sessions',
  'northern-lights-tour',
  'abbey-by-moonlight',
  'dawn-swim',
  'sailing-week',
  'night-run',
  'winter-arena',
  'silent-films',
  'winter-supper',
  'potters-wheel',
  'mountain-evening',
  'late-film-club',
  'paddle-in-cinema',
  'studio-livestream',
  'new-faces-night',
  'harbour-open-day',
]

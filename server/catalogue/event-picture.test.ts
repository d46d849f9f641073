import { expect, it } from 'vitest'

import { mailPicture } from './event-picture.ts'

const of = (picture: string) => mailPicture({ title: 'Winter Arena', picture })

it.each([
  ['/pictures/winter-arena.svg', '/pictures/winter-arena.jpg'],
  ['/files/arena.png', '/files/arena.png'],
  ['/files/arena.JPG', '/files/arena.JPG'],
])('shows %s in mails as %s, with the title of the event', (picture, path) => {
  expect(of(picture)).toEqual({ path, alt: 'Winter Arena' })
})

it.each([
  'https://cdn.example/arena.jpg',
  '//cdn.example/arena.jpg',
  '/\\cdn.example/a.jpg',
  '/files/arena.svg',
  '/pictures/hall.svg',
  '/pictures/open-door.svg',
  '',
])('shows no picture in mails that is on another host, or a drawing: "%s"', (picture) =>
  expect(of(picture)).toBeUndefined(),
)

it('shows none without an event', () => expect(mailPicture(undefined)).toBeUndefined())

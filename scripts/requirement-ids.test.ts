import { expect, it } from 'vitest'
import { citedIds, listedIds, listsInTitles } from './requirement-ids.ts'

// Split, so that the check does not read these examples as titles
const titled = (list: string) => `it('does something [${list}]${"'"}, () => {})`
const idsIn = (list: string) => listsInTitles(titled(list)).flatMap(({ ids }) => ids)

it('reads single ids, lists, ranges and numbers of the same area', () => {
  expect(idsIn('BASK-47')).toEqual(['BASK-47'])
  expect(idsIn('BASK-47, 48, MONY-08')).toEqual(['BASK-47', 'BASK-48', 'MONY-08'])
  expect(idsIn('SUMM-08..11')).toEqual(['SUMM-08', 'SUMM-09', 'SUMM-10', 'SUMM-11'])
  expect(idsIn('CONT-99..CONT-101, XSRF-01')).toEqual(['CONT-99', 'CONT-100', 'CONT-101', 'XSRF-01'])
})

it('reads goals, alone and beside requirements', () => {
  expect(idsIn('C14')).toEqual(['C14'])
  expect(idsIn('MONI-27, 28] [S39, L9')).toEqual(['MONI-27', 'MONI-28', 'S39', 'L9'])
  expect(idsIn('S39, MONI-27, 28, L9')).toEqual(['S39', 'MONI-27', 'MONI-28', 'L9'])
  expect(listedIds('| F20 | A way to try again |')).toEqual(new Set(['F20']))
})

it('ignores ids in comments and code when it reads titles', () => {
  expect(listsInTitles('/** Clamps the quantity [BASK-47]. */ const list = [CONT, 12]')).toEqual([])
})

it('reads the ids that comments cite', () => {
  expect(citedIds('/** Clamps the quantity [BASK-47, 48]. */ const list = [CONT, 12]')).toEqual(
    new Set(['BASK-47', 'BASK-48']),
  )
})

it('reads the ids of the table rows', () => {
  expect(listedIds('| ID | text |\n| --- | --- |\n| CONT-01 | One page |\n| DARK-05 | Dark |\n')).toEqual(
    new Set(['CONT-01', 'DARK-05']),
  )
})

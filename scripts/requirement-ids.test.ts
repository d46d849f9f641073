import { expect, it } from 'vitest'
import { citedIds, listedIds, listsInTitles } from './requirement-ids.ts'

// Written in two halves, so that these examples are not taken for titles
const titled = (list: string) => `it('does something [${list}]${"'"}, () => {})`
const idsIn = (list: string) => listsInTitles(titled(list)).flatMap(({ ids }) => ids)

it('reads single ids, lists, ranges and numbers of the same area', () => {
  expect(idsIn('BASK-47')).toEqual(['BASK-47'])
  expect(idsIn('BASK-47, 48, MONY-08')).toEqual(['BASK-47', 'BASK-48', 'MONY-08'])
  expect(idsIn('SUMM-08..11')).toEqual(['SUMM-08', 'SUMM-09', 'SUMM-10', 'SUMM-11'])
  expect(idsIn('CONT-99..CONT-101, XSRF-01')).toEqual(['CONT-99', 'CONT-100', 'CONT-101', 'XSRF-01'])
})

it('takes no ids of comments and code for those of titles', () => {
  expect(listsInTitles('/** Clamps the quantity [BASK-47]. */ const list = [CONT, 12]')).toEqual([])
})

it('reads the ids that comments cite', () => {
  expect(citedIds('/** Clamps the quantity [BASK-47, 48]. */ const list = [CONT, 12]')).toEqual(
    new Set(['BASK-47', 'BASK-48']),
  )
})

it('reads the rows of the table', () => {
  expect(listedIds('| ID | text |\n| --- | --- |\n| CONT-01 | One page |\n| DARK-05 | Dark |\n')).toEqual(
    new Set(['CONT-01', 'DARK-05']),
  )
})

import { Window } from 'happy-dom'
import { expect, it } from 'vitest'

import { field } from './field.ts'

it('stands as in the checkout: label, hint, field, and its problem below, both of which describe it', () => {
  const { document } = new Window()
  document.write(
    String(field({ id: 'age', label: 'Age', hint: 'In years', problem: 'Type a number', attributes: '' })),
  )
  const parts = Array.from(document.querySelector('.field')?.children ?? [])
  expect(parts.map((part) => part.textContent.trim() || part.localName)).toEqual([
    'Age',
    'In years',
    'input',
    'Type a number',
  ])
  expect(String(field({ id: 'age', label: 'Age', attributes: '' })).match(/ id="age"/g)).toHaveLength(1)
  const described = document.querySelector('input')?.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent.trim())).toEqual([
    'In years',
    'Type a number',
  ])
})

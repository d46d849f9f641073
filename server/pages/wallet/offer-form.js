// Progressive enhancement of the transfer form: as in the checkout, a box counts what is chosen, and takes no more than there is.
for (const line of document.querySelectorAll('.offer-line')) {
  const said = line.querySelector('[data-left]')
  const add = line.querySelector('[name="add"]')
  const lists = [...line.querySelectorAll('select')]
  const draw = () => {
    const chosen = lists.reduce((sum, { value }) => sum + Number(value), 0)
    const left = Math.max(said.dataset.left - chosen, 0)
    said.textContent = `${chosen} of ${said.dataset.left} chosen`
    for (const { options, value } of lists)
      for (const option of options) option.disabled = Number(option.value) > Number(value) + left
    if (add) add.hidden = left <= lists.filter(({ value }) => value === '0').length
  }
  line.addEventListener('change', draw)
  draw()
  addEventListener('pageshow', draw)

  // Whoever is named gets a ticket.
  line.addEventListener('input', ({ target }) => {
    const list = target.closest('.recipient').querySelector('select')
    const one = list.value === '0' && list.options[1]
    if (!one || one.disabled || !target.matches('[type="email"], [name$="[name]"]')) return
    one.selected = true
    list.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

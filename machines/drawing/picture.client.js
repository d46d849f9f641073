/* Runs in the page of the charts: shows the picture of a screen as large as it is. Plain DOM, no module. */
;(() => {
  const dialog = document.getElementById('picture')
  const [picture] = dialog.getElementsByTagName('img')
  let from = null

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a.picture')
    if (!link || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    from = link
    picture.src = link.getAttribute('href')
    picture.alt = link.getAttribute('aria-label')
    dialog.querySelector('h2').textContent = picture.alt
    dialog.showModal()
  })
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target.closest('button')) dialog.close()
  })
  dialog.addEventListener('close', () => from.focus({ preventScroll: true }))
})()

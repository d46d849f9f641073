/* Runs in the page of evidence: connects the list of paths with the arrows of the charts. Plain DOM, no module. */
;(() => {
  const data = JSON.parse(document.getElementById('data').textContent)
  const byId = new Map(data.paths.map((path) => [path.id, path]))
  const select = document.getElementById('chart')
  const about = document.getElementById('about')
  const list = document.getElementById('paths')
  const figures = new Map([...document.querySelectorAll('figure')].map((one) => [one.dataset.chart, one]))
  /** What stays lit when the pointer and the focus leave: a path, an arrow or nothing. */
  let pinned = null

  const chart = () => select.value
  const figure = () => figures.get(chart())
  const arrows = () => [...figure().querySelectorAll('.arrow')]
  const keysOf = (path, name = chart()) =>
    new Set((path.walked[name] ?? []).map((number) => data.keys[name][number]))
  const pathsOf = (key) => data.paths.filter((path) => keysOf(path).has(key))
  const arrowsOf = (path, name) => [...keysOf(path, name)].filter((key) => key.includes(' ')).length

  const element = (name, properties = {}, children = []) => {
    const made = document.createElement(name)
    Object.assign(made, properties)
    made.append(...children)
    return made
  }
  const times = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`

  /** Lights up keys of the chart that is shown; none leaves it as it was drawn. */
  function light(keys) {
    figure().classList.toggle('lit', keys.size > 0)
    for (const shape of figure().querySelectorAll('[data-key]'))
      shape.classList.toggle('on', keys.has(shape.dataset.key))
    for (const button of list.querySelectorAll('button'))
      button.classList.toggle(
        'on',
        keys.size === 1 && keysOf(byId.get(button.dataset.path)).has([...keys][0]),
      )
  }

  function pathButton(path) {
    const button = element('button', { type: 'button', className: 'path' }, [
      element('span', { className: path.status, textContent: path.status === 'failed' ? 'failed ' : '' }),
      element('code', { textContent: path.id }),
      ` ${path.title}`,
    ])
    button.dataset.path = path.id
    return button
  }

  function tellPath(path) {
    const others = Object.keys(path.walked).filter((name) => name !== chart() && arrowsOf(path, name) > 0)
    const goTo = (name) => {
      const link = element('a', { href: `#${name}`, textContent: name })
      return element('li', {}, [link, `: ${times(arrowsOf(path, name), 'arrow')}`])
    }
    const steps = path.steps.map(({ action, expected, screenshot }) =>
      element('li', {}, [
        element('strong', { textContent: action }),
        element('br'),
        expected,
        ...(screenshot ? [' ', element('a', { href: screenshot, textContent: 'Picture' })] : []),
      ]),
    )
    about.replaceChildren(
      element('h3', { textContent: path.title }),
      element('p', {
        textContent: `${path.id}, ${path.status}: ${times(arrowsOf(path, chart()), 'arrow')} in this chart. ${path.requirements.join(', ')}`,
      }),
      ...(others.length > 0
        ? [element('p', { textContent: 'Also in:' }), element('ul', {}, others.map(goTo))]
        : []),
      element('details', {}, [
        element('summary', { textContent: times(steps.length, 'step') }),
        element('ol', {}, steps),
      ]),
    )
  }

  function tellArrow(arrow) {
    const paths = pathsOf(arrow.dataset.key)
    about.replaceChildren(
      element('h3', { textContent: arrow.getAttribute('aria-label') }),
      element('p', { className: 'key' }, [element('code', { textContent: arrow.dataset.key })]),
      fill(element('ul', { className: 'walkers' }), paths),
    )
  }

  /** Lights up a path or an arrow; null what is pinned. What is told of it moves nothing that the pointer may be on. */
  function show(wanted) {
    const { path, arrow } = wanted ?? pinned ?? {}
    for (const button of document.querySelectorAll('[data-path]'))
      button.setAttribute('aria-pressed', String(pinned?.path?.id === button.dataset.path))
    light(path ? keysOf(path) : new Set(arrow ? [arrow.dataset.key] : []))
    if (arrow) tellArrow(arrow)
  }

  /** Scrolls the drawing, not the page, so that the first lit arrow is in its middle. */
  function reveal(shape) {
    const box = figure().querySelector('.drawing')
    if (!shape) return
    const [outer, inner] = [box.getBoundingClientRect(), shape.getBoundingClientRect()]
    box.scrollBy(
      inner.left + inner.width / 2 - outer.left - outer.width / 2,
      inner.top + inner.height / 2 - outer.top - outer.height / 2,
    )
  }

  function showChart(name) {
    if (!figures.has(name)) return
    select.value = name
    for (const [one, each] of figures) each.hidden = one !== name
    const first = arrows().find((arrow) => arrow.tabIndex === 0) ?? arrows()[0]
    if (first) first.tabIndex = 0
    const there = data.paths
      .filter((path) => path.walked[name]?.length)
      .sort((a, b) => (b.status === 'failed') - (a.status === 'failed'))
    fill(list, there)
    document.getElementById('paths-title').textContent = `${times(there.length, 'path')} through ${name}`
    if (pinned?.arrow) unpin()
    show(null)
    if (pinned) tellPath(pinned.path)
    reveal(figure().querySelector(pinned?.path ? '.arrow.on' : '.start'))
  }

  /** A list of buttons of paths, of which one is in the order of the tab key. */
  function fill(target, paths) {
    target.replaceChildren(...paths.map((path) => element('li', {}, [pathButton(path)])))
    target.querySelectorAll('button').forEach((button, index) => (button.tabIndex = index === 0 ? 0 : -1))
    return target
  }

  /** Moves the focus among some elements of which one is in the order of the tab key. */
  function move(event, elements) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const at = elements.indexOf(document.activeElement)
    if (at < 0 || (!step && event.key !== 'Home' && event.key !== 'End')) return
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? elements.length - 1 : at + step
    const next = elements[to]
    if (!next) return
    event.preventDefault()
    elements[at].tabIndex = -1
    next.tabIndex = 0
    next.focus()
  }

  const wantedOf = (target) => {
    const arrow = target.closest?.('figure .arrow')
    if (arrow) return { arrow }
    const path = byId.get(target.closest?.('#charts [data-path]')?.dataset.path)
    return path ? { path } : null
  }

  for (const begin of ['pointerover', 'focusin'])
    document.addEventListener(begin, ({ target }) => {
      const wanted = wantedOf(target)
      if (wanted) show(wanted)
    })
  for (const end of ['pointerout', 'focusout'])
    document.addEventListener(end, ({ target }) => {
      if (wantedOf(target)) show(wantedOf(document.activeElement))
    })

  function pin({ path, arrow }) {
    pinned = path ? { path } : { arrow }
    if (path && !path.walked[chart()]?.length) showChart(Object.keys(path.walked)[0] ?? chart())
    show(null)
    if (!path) return
    tellPath(path)
    reveal(figure().querySelector('.arrow.on'))
  }

  function unpin() {
    pinned = null
    show(null)
    about.replaceChildren()
  }

  document.addEventListener('click', ({ target }) => {
    const arrow = target.closest('figure .arrow')
    const path = byId.get(target.closest('[data-path]')?.dataset.path)
    if (!arrow && !path) return
    if (arrow ? pinned?.arrow === arrow : pinned?.path === path) return unpin()
    pin({ path, arrow })
    // A failure or a change is above the charts
    if (!target.closest('#charts')) document.getElementById('charts').scrollIntoView()
  })

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') unpin()
    const arrow = event.target.closest?.('figure .arrow')
    if (arrow && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      pin({ arrow })
    }
    if (arrow) move(event, arrows())
    const buttons = event.target.closest?.('#paths, .walkers')
    if (buttons) move(event, [...buttons.querySelectorAll('button')])
  })

  select.addEventListener('change', () => showChart(select.value))
  document.getElementById('fit').addEventListener('change', ({ target }) => {
    document.getElementById('charts').classList.toggle('fit', target.checked)
  })
  window.addEventListener('hashchange', () => {
    showChart(location.hash.slice(1))
    document.getElementById('charts').scrollIntoView()
  })
  showChart(figures.has(location.hash.slice(1)) ? location.hash.slice(1) : select.value)
})()

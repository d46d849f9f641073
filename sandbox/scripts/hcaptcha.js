// Simulates hCaptcha's script: a labelled box to tick instead of a puzzle.
;(() => {
  const widgets = new Map()
  const lifetime = 120_000
  let nextId = 0

  function call(callback, ...values) {
    const run = typeof callback === 'string' ? window[callback] : callback
    if (typeof run === 'function') run(...values)
  }

  async function solve(widget) {
    const reply = await fetch('/sandbox/hcaptcha/token', { method: 'POST' })
    if (!reply.ok) throw new Error('network-error')
    const { token } = await reply.json()
    widget.response = token
    clearTimeout(widget.timer)
    widget.timer = setTimeout(() => {
      clear(widget)
      call(widget.config['expired-callback'])
    }, lifetime)
    return token
  }

  function clear(widget) {
    clearTimeout(widget.timer)
    widget.response = ''
    widget.box.checked = false
  }

  function find(id) {
    return widgets.get(id === undefined ? widgets.keys().next().value : String(id))
  }

  function render(place, config = {}) {
    const element = typeof place === 'string' ? document.getElementById(place) : place
    const label = document.createElement('label')
    label.style.cssText =
      'display:flex;gap:.75rem;align-items:center;min-height:3rem;padding:.75rem 1rem;border:2px dashed currentColor;border-radius:.5rem;cursor:pointer'
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.style.cssText = 'width:1.5rem;height:1.5rem'
    label.append(box, 'I am human (sandbox)')
    element.replaceChildren(label)

    const id = String(nextId++)
    const widget = { box, config, element, response: '', timer: 0, isSolving: false }
    widgets.set(id, widget)
    // A disabled box would lose the focus
    box.addEventListener('click', (event) => widget.isSolving && event.preventDefault())
    box.addEventListener('change', async () => {
      if (!box.checked) {
        clear(widget)
        call(config['expired-callback'])
        return
      }
      widget.isSolving = true
      try {
        const token = await solve(widget)
        call(config.callback, token, id)
      } catch (error) {
        clear(widget)
        call(config['error-callback'], error.message)
      } finally {
        widget.isSolving = false
      }
    })
    return id
  }

  window.hcaptcha = {
    render,
    execute: async (id) => {
      const widget = find(id)
      widget.box.checked = true
      const response = await solve(widget)
      call(widget.config.callback, response, String(id ?? 0))
      return { response, key: String(id ?? 0) }
    },
    reset: (id) => clear(find(id)),
    remove: (id) => {
      const widget = find(id)
      if (!widget) return
      clear(widget)
      widget.element.replaceChildren()
      widgets.delete(String(id))
    },
    close: () => {},
    setData: () => {},
    getResponse: (id) => find(id)?.response ?? '',
    getRespKey: (id) => String(id ?? 0),
  }

  const loaded = new URL(document.currentScript.src).searchParams.get('onload')
  if (loaded) call(loaded)
})()

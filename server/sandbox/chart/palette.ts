/** Colours of the drawing that do not come from the hall. */
export interface Palette {
  ink: string
  quiet: string
  floor: string
  floorEdge: string
  stage: string
  stageInk: string
  /** A seat that nobody can choose now: sold, held or not on sale. */
  taken: string
  takenMark: string
  selected: string
  selectedInk: string
  focus: string
  surface: string
}

const light: Palette = {
  ink: '#28242f',
  quiet: '#6b6675',
  floor: '#f4f2f6',
  floorEdge: '#e7e4ec',
  stage: '#2b2733',
  stageInk: '#ffffff',
  taken: '#dcd8e2',
  takenMark: '#8c8696',
  selected: '#1d1a24',
  selectedInk: '#ffffff',
  focus: '#4b34c9',
  surface: '#ffffff',
}

const dark: Palette = {
  ink: '#f2f0f5',
  quiet: '#aca6b8',
  floor: '#2a2733',
  floorEdge: '#383443',
  stage: '#46415a',
  stageInk: '#f2f0f5',
  taken: '#403c4b',
  takenMark: '#8f889e',
  selected: '#ffffff',
  selectedInk: '#1d1a24',
  focus: '#c3b5ff',
  surface: '#1f1d26',
}

export const paletteOf = (scheme: 'light' | 'dark' | undefined): Palette => (scheme === 'dark' ? dark : light)

/** Loads a module once; `loaded` has it from then on. Even a repeated `import()` takes several tasks, between which the browser draws. */
export type Loader<Module> = (() => Promise<Module>) & { loaded?: Module }

/** Creates the loader of a module; what could not be loaded is loaded again when it is next asked for. */
export function loader<Module>(load: () => Promise<Module>): Loader<Module> {
  const loading: Loader<Module> = async () => (loading.loaded ??= await load())
  return loading
}

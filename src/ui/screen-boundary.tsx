import { Component, type ReactNode } from 'react'

/** Error boundary of a screen [F20]: draws `instead` once its children have failed. */
export class ScreenBoundary extends Component<
  { instead: () => ReactNode; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.instead() : this.props.children
  }
}

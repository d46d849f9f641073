import { Component, type ReactNode } from 'react'

/** Error boundary of a part that its page can do without: renders nothing once it has failed, and tells. */
export class Optional extends Component<{ children: ReactNode; onFail: () => void }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onFail()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

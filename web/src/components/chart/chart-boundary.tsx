import { Component, type ReactNode } from 'react';

type Props = { instead: ReactNode; children: ReactNode };

/** Shows `instead` if the chart fails to render, so that the rest of the page stays. */
export class ChartBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}

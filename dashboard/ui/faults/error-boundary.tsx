/** Replaces a part of the page that could not be loaded or rendered; the rest of the page stays. */
import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  fallback: (error: Error) => ReactNode;
  /** The part is rendered again once this changes: the path of a page. */
  part?: string;
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.error && before.part !== this.props.part) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.fallback(error) : this.props.children;
  }
}

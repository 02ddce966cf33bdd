/** Whether an element is visible: one far down a list reads nothing until somebody scrolls there. */
import { useEffect, useState, type RefObject } from 'react';

/** Counts as visible a little earlier. */
const MARGIN = '200px';

export function useVisible(element: RefObject<Element | null>): boolean {
  const [is_visible, setVisible] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setVisible(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return is_visible;
}

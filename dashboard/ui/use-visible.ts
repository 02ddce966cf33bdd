/** Whether an element can be seen: what is far down a list asks for nothing until somebody scrolls there. */
import { useEffect, useState, type RefObject } from 'react';

/** Read a little before it comes into sight. */
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

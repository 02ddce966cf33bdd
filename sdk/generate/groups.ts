/** Groups of methods, which become classes. */
import type { SdkMethod } from './operations.ts';

/** Methods by the dotted name of their group; '' for methods without one. Includes groups that only contain groups. */
export function groupsOf<Method extends SdkMethod>(methods: readonly Method[]): Map<string, Method[]> {
  const groups = new Map<string, Method[]>();
  for (const method of methods) {
    for (let depth = 1; depth < method.names.length; depth += 1) {
      const group = method.names.slice(0, depth).join('.');
      if (!groups.has(group)) groups.set(group, []);
    }
    const own = method.names.slice(0, -1).join('.');
    groups.set(own, [...(groups.get(own) ?? []), method]);
  }
  return groups;
}

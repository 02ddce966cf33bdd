/** Tabs whose choice is part of the address. */
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

export interface LinkTabsProps<Value extends string> {
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
}

export function LinkTabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: LinkTabsProps<Value>): ReactNode {
  return (
    <Tabs value={value} onChange={(next) => next !== null && onChange(next as Value)} keepMounted={false}>
      <Tabs.List aria-label={label} className="link-tabs">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value} pt="md">
          {tab.value === value && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

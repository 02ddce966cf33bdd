/** What can be done with a list as a whole: how many rows there are, their order, which columns are shown, all rows as a file. */
import { Button, Checkbox, Group, NativeSelect, Popover, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { csvOfList, type List, type ListSource, type Sorting } from '../api/reads.ts';
import { ROUTES } from '../generated/operations.ts';
import { useWords } from '../words.ts';
import type { Column } from './data-table.tsx';
import { DownloadButton } from './download-button.tsx';
import { useToday } from './moment.tsx';
import { NEWEST_FIRST } from './sort.rules.ts';
import { sayDone } from './toast.ts';

export interface ListToolsProps<Row> {
  name: string;
  list: List<Row>;
  columns: readonly SortedColumn[];
  choice?: ColumnChoice;
}

type SortedColumn = Pick<Column<never>, 'header' | 'isFigure' | 'sort'>;

interface ColumnChoice {
  columns: readonly Pick<Column<never>, 'id' | 'header'>[];
  hidden: readonly string[];
  hide: (ids: readonly string[]) => void;
}

export function ListTools<Row>({ name, list, columns, choice }: ListToolsProps<Row>): ReactNode {
  const { t } = useWords();
  const { items, has_more, source, sorting } = list;
  return (
    <Group className="list-tools no-print" gap="xs">
      <Text size="sm" c="dimmed">
        {t(has_more ? 'list.shown' : 'list.in_all', { count: items.length })}
      </Text>
      {sorting && <SortChoice name={name} columns={columns} sorting={sorting} />}
      {choice && <ColumnsButton name={name} {...choice} />}
      {source && ROUTES[source.id].csv && <ListCsvButton name={name} source={source} />}
    </Group>
  );
}

/** Where rows are cards, whose heads nobody sees. */
function SortChoice({
  name,
  columns,
  sorting: { sort, change },
}: {
  name: string;
  columns: readonly SortedColumn[];
  sorting: Sorting;
}): ReactNode {
  const { t } = useWords();
  const options = columns.flatMap(({ header, sort: by }) =>
    by === undefined
      ? []
      : [
          { value: by, label: `${header} ↑` },
          { value: `-${by}`, label: `${header} ↓` },
        ],
  );
  if (options.length === 0) return null;
  return (
    <NativeSelect
      hiddenFrom="sm"
      size="xs"
      aria-label={`${t('list.sort')}: ${name}`}
      value={sort}
      onChange={({ currentTarget: { value } }) => change(value)}
      data={[
        ...(options.some(({ value }) => value === NEWEST_FIRST)
          ? []
          : [{ value: NEWEST_FIRST, label: t('list.newest_first') }]),
        ...options,
      ]}
    />
  );
}

/** The last line of a file that ends before the list. */
const MORE = /(?:^|\n)next_after,[^,\r\n]+\r?\n$/;

function ListCsvButton({ name, source }: { name: string; source: ListSource }): ReactNode {
  const { t } = useWords();
  const today = useToday();
  const read = async (): Promise<string> => {
    const text = await csvOfList(source);
    if (MORE.test(text)) sayDone(t('list.csv_cut'));
    return text;
  };
  return (
    <DownloadButton
      label="CSV"
      about={name}
      size="compact-sm"
      fileName={`${(ROUTES[source.id].page ?? 'list').replaceAll('_', '-')}-${today}.csv`}
      read={read}
    />
  );
}

function ColumnsButton({ name, columns, hidden, hide }: ColumnChoice & { name: string }): ReactNode {
  const { t } = useWords();
  const [is_open, setOpen] = useState(false);
  return (
    <Popover opened={is_open} onChange={setOpen} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${t('list.columns')}: ${name}`}
          onClick={() => setOpen(!is_open)}
        >
          {t('list.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {columns.map(({ id, header }) => (
            <Checkbox
              key={header}
              label={header}
              checked={id === undefined || !hidden.includes(id)}
              disabled={id === undefined}
              onChange={({ currentTarget: { checked } }) => {
                if (id !== undefined) hide(checked ? hidden.filter((each) => each !== id) : [...hidden, id]);
              }}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

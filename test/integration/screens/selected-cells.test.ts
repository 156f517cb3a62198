/** The selected cells of a list that gets shorter. */
import { createElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { makePage, mount, partsIn, settled } from '../../support/renderer/mounted';
import { windowOver } from '../../support/renderer/window-over';
import type { GridKeys, useGridKeys as Hook } from '../../../src/renderer/features/lists/grid/use-grid-keys';

beforeEach(() => {
  windowOver({});
  makePage();
});

const openGrid = async (rowCount: number) => {
  const useGridKeys = await partsIn('features/lists/grid')<typeof Hook>('use-grid-keys', 'useGridKeys');
  let keys: GridKeys | undefined;
  const none = (): void => undefined;
  const Probe = ({ rows }: { rows: number }): null => {
    keys = useGridKeys({
      rows,
      columns: 4,
      pageRows: 10,
      initialRow: 0,
      onMove: none,
      onEnter: none,
      onEscape: none,
      onSelect: none,
      onSelectAll: none,
      onCopy: none,
      onAdjust: none,
      onMenu: none,
      onRowMenu: none,
    });
    return null;
  };
  const { show } = await mount(createElement(Probe, { rows: rowCount }));
  const act = async (change: (grid: GridKeys) => void): Promise<void> => {
    change(keys!);
    await settled();
  };
  return {
    act,
    shorten: (rows: number) => show(createElement(Probe, { rows })),
    selected: () => keys!.range,
    active: () => keys!.active,
  };
};

it('a list that begins at its top again has no selected cells, and Shift with an arrow begins there', async () => {
  const grid = await openGrid(100);
  await grid.act(({ setActive }) => setActive({ row: 50, column: 0 }));
  await grid.act(({ stretch }) => stretch({ row: 60, column: 1 }));
  expect(grid.selected()).toEqual({ top: 50, bottom: 60, left: 0, right: 1 });
  await grid.shorten(10);
  expect([grid.active(), grid.selected()]).toEqual([{ row: 0, column: 1 }, undefined]);
  await grid.act(({ stretch }) => stretch({ row: 2, column: 1 }));
  expect(grid.selected()).toEqual({ top: 0, bottom: 2, left: 1, right: 1 });
});

it('cells that were selected from below end where the list ends', async () => {
  const grid = await openGrid(100);
  await grid.act(({ setActive }) => setActive({ row: 60, column: 0 }));
  await grid.act(({ stretch }) => stretch({ row: 5, column: 0 }));
  await grid.shorten(10);
  expect(grid.selected()).toEqual({ top: 5, bottom: 9, left: 0, right: 0 });
});

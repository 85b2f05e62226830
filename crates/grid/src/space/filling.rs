//! Coins that are put down many at a time, and the cells beside them.

use super::small_board::HIGHEST_ADJACENCY;
use tait_space::Bits;

/// Coins that have been put down, and the cells beside at least 1, 2, ... of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filling<const W: usize> {
    pub(super) filled: Bits<W>,
    beside: [Bits<W>; HIGHEST_ADJACENCY as usize],
}

/// The neighbours of each cell, and how many of them must be occupied to support a coin.
///
/// On a lattice whose positions are numbered in order, the numbers of neighbours have few distinct differences. So
/// shifting a set of coins by each difference gives the cells beside the set, in the same few steps for any number of
/// coins.
#[derive(Debug, Clone)]
pub(super) struct Neighbours<const W: usize> {
    adjacency: u32,
    /// The neighbours of each cell; used for single coins, and where shifts would take longer.
    lists: Vec<Bits<W>>,
    /// One shift for each difference; empty where lists are used instead.
    shifts: Vec<Shift<W>>,
}

/// A difference between the numbers of neighbours.
#[derive(Debug, Clone)]
struct Shift<const W: usize> {
    distance: u32,
    /// The cells with a neighbour whose number is higher by `distance`.
    has_upper: Bits<W>,
    /// The cells with a neighbour whose number is lower by `distance`.
    has_lower: Bits<W>,
}

impl<const W: usize> Neighbours<W> {
    /// Creates the neighbours of cells from their lists, for sets of about the given number of coins.
    pub(super) fn new(lists: &[Vec<u16>], adjacency: u32, coins: usize) -> Self {
        let mut shifts: Vec<Shift<W>> = Vec::new();
        let mut sets = Vec::with_capacity(lists.len());
        for (cell, list) in (0..).zip(lists) {
            let mut set = Bits::EMPTY;
            for other in list.iter().map(|&other| u32::from(other)) {
                set |= Bits::single(other);
                let distance = other.abs_diff(cell);
                let known = shifts.iter().position(|shift| shift.distance == distance);
                let index = known.unwrap_or_else(|| {
                    let (has_upper, has_lower) = (Bits::EMPTY, Bits::EMPTY);
                    shifts.push(Shift {
                        distance,
                        has_upper,
                        has_lower,
                    });
                    shifts.len() - 1
                });
                if other > cell {
                    shifts[index].has_upper |= Bits::single(cell);
                } else {
                    shifts[index].has_lower |= Bits::single(cell);
                }
            }
            sets.push(set);
        }
        // `Bits` can only shift by less than a word. A shift adds two sets of cells, a coin adds one.
        let are_far = shifts.iter().any(|shift| shift.distance >= 64);
        if are_far || 2 * shifts.len() > coins {
            shifts.clear();
        }
        Self {
            adjacency,
            lists: sets,
            shifts,
        }
    }

    /// The number of cells.
    pub(super) const fn cells(&self) -> usize {
        self.lists.len()
    }

    /// The filling with these coins and no others.
    pub(super) fn filling(&self, coins: Bits<W>) -> Filling<W> {
        let (filled, beside) = (Bits::EMPTY, [Bits::EMPTY; HIGHEST_ADJACENCY as usize]);
        let mut filling = Filling { filled, beside };
        self.put_down(&mut filling, coins);
        filling
    }

    /// Puts more coins down.
    pub(super) fn put_down(&self, filling: &mut Filling<W>, coins: Bits<W>) {
        // The compiler unrolls loops over a constant number of sets.
        match self.adjacency {
            1 => self.put_down_for::<1>(filling, coins),
            2 => self.put_down_for::<2>(filling, coins),
            3 => self.put_down_for::<3>(filling, coins),
            _ => self.put_down_for::<{ HIGHEST_ADJACENCY as usize }>(filling, coins),
        }
    }

    /// The filling with one more coin.
    #[inline]
    pub(super) fn with_one(&self, filling: &Filling<W>, cell: u32) -> Filling<W> {
        let mut filling = *filling;
        filling.filled |= Bits::single(cell);
        add(&mut filling.beside, self.lists[cell as usize]);
        filling
    }

    /// Whether coins fill all missing cells when they are put down in rounds, and whether the number of missing cells
    /// plus the number of earlier rounds without any of them is at most `most`.
    pub(super) fn can_fill(&self, filling: &Filling<W>, missing: Bits<W>, most: u32) -> bool {
        match self.adjacency {
            1 => self.can_fill_for::<1>(filling, missing, most),
            2 => self.can_fill_for::<2>(filling, missing, most),
            3 => self.can_fill_for::<3>(filling, missing, most),
            _ => self.can_fill_for::<{ HIGHEST_ADJACENCY as usize }>(filling, missing, most),
        }
    }

    fn can_fill_for<const D: usize>(
        &self,
        filling: &Filling<W>,
        mut missing: Bits<W>,
        most: u32,
    ) -> bool {
        let mut least = missing.count();
        let mut filled = filling.filled;
        let mut beside: [Bits<W>; D] = std::array::from_fn(|index| filling.beside[index]);
        while !missing.is_empty() && least <= most {
            let landings = beside[D - 1] & !filled;
            if landings.is_empty() {
                return false;
            }
            filled |= landings;
            self.add_beside(&mut beside, landings);
            least += u32::from((missing & landings).is_empty());
            missing &= !landings;
        }
        least <= most
    }

    fn put_down_for<const D: usize>(&self, filling: &mut Filling<W>, coins: Bits<W>) {
        let mut beside: [Bits<W>; D] = std::array::from_fn(|index| filling.beside[index]);
        self.add_beside(&mut beside, coins);
        filling.beside[..D].copy_from_slice(&beside);
        filling.filled |= coins;
    }

    #[inline]
    fn add_beside<const D: usize>(&self, beside: &mut [Bits<W>; D], coins: Bits<W>) {
        if self.shifts.is_empty() {
            for cell in coins.iter() {
                add(beside, self.lists[cell as usize]);
            }
        } else {
            for shift in &self.shifts {
                add(beside, (coins & shift.has_upper).up(shift.distance));
                add(beside, (coins & shift.has_lower).down(shift.distance));
            }
        }
    }

    /// The cells beside enough coins to support one more.
    #[inline]
    pub(super) fn supported(&self, filling: &Filling<W>) -> Bits<W> {
        filling.beside[self.adjacency as usize - 1]
    }

    /// The cells on which a coin can be put down next.
    #[inline]
    pub(super) fn landings(&self, filling: &Filling<W>) -> Bits<W> {
        self.supported(filling) & !filling.filled
    }
}

/// Adds one coin beside each cell of `more`.
#[inline]
fn add<const W: usize, const D: usize>(beside: &mut [Bits<W>; D], mut more: Bits<W>) {
    for cells in beside {
        (*cells, more) = (*cells | more, *cells & more);
    }
}

#[cfg(test)]
mod tests {
    use super::Neighbours;
    use tait_space::Bits;

    /// The neighbours of each cell of a rectangle with the given number of columns of 9 cells, for neighbours that are
    /// `steps` away.
    fn rectangle(columns: i32, steps: &[(i32, i32)]) -> Vec<Vec<u16>> {
        let cells = (0..columns).flat_map(|x| (0..9).map(move |y| (x, y)));
        let list = |(x, y): (i32, i32)| {
            let around = steps.iter().map(|(right, up)| (x + right, y + up));
            let inside = around.filter(|(x, y)| (0..columns).contains(x) && (0..9).contains(y));
            inside.map(|(x, y)| (9 * x + y) as u16).collect()
        };
        cells.map(list).collect()
    }

    #[test]
    fn shifts_and_lists_are_beside_the_same_cells() {
        let square = rectangle(20, &[(1, 0), (0, 1), (-1, 0), (0, -1)]);
        let steps = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1)];
        let triangular = rectangle(15, &steps);
        for (lists, count) in [(square, 2), (triangular, 3)] {
            for adjacency in 1..=4 {
                let shifts = Neighbours::<4>::new(&lists, adjacency, 2 * count);
                let one_by_one = Neighbours::<4>::new(&lists, adjacency, 2 * count - 1);
                assert_eq!((shifts.shifts.len(), one_by_one.shifts.len()), (count, 0));
                let mut word: u64 = 1;
                for _ in 0..50 {
                    let mut number = || {
                        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        word ^ word >> 29
                    };
                    let all = Bits::range(0, lists.len() as u32);
                    let coins = Bits(std::array::from_fn(|_| number() & number())) & all;
                    let (few, more) = (coins & Bits(std::array::from_fn(|_| number())), coins);
                    let put_down = |neighbours: &Neighbours<4>| {
                        let mut filling = neighbours.filling(few);
                        neighbours.put_down(&mut filling, more & !few);
                        neighbours.supported(&filling)
                    };
                    let is_supported = |&cell: &u32| {
                        let list = &lists[cell as usize];
                        let coins = list.iter().filter(|&&cell| coins.get(cell.into()));
                        coins.count() >= adjacency as usize
                    };
                    let supported = (0..lists.len() as u32).filter(is_supported);
                    let supported =
                        supported.fold(Bits::EMPTY, |set, cell| set | Bits::single(cell));
                    assert_eq!(put_down(&shifts), supported);
                    assert_eq!(put_down(&one_by_one), supported);
                }
            }
        }
    }
}

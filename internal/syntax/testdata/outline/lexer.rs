//! A small lexer.

use std::collections::HashMap;
use std::fmt::{self, Display};

extern crate alloc;

pub const MAX: usize = 64;
static NAME: &str = "lexer";

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Word(String),
    Number(f64),
    End,
}

#[derive(Default)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

pub struct Unit;
struct Pair(u8, u8);

union Bits {
    f: f32,
    u: u32,
}

pub type Table = HashMap<String, Token>;

pub trait Source {
    const SIZE: usize;
    type Item;

    fn next(&mut self) -> Option<Self::Item>;

    fn is_empty(&self) -> bool {
        true
    }
}

impl<'a> Lexer<'a> {
    /// Makes a lexer.
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: 0 }
    }

    fn peek(
        &self,
        ahead: usize,
    ) -> Option<char> {
        fn clamp(n: usize) -> usize {
            n.min(MAX)
        }
        self.text.chars().nth(self.at + clamp(ahead))
    }
}

impl<'a> Source for Lexer<'a> {
    const SIZE: usize = 1;
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        None
    }
}

impl Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "token")
    }
}

macro_rules! token {
    ($x:expr) => {
        Token::Word($x.to_string())
    };
}

pub async fn run() {}

pub unsafe extern "C" fn entry(n: i32) -> i32 {
    n
}

mod inner {
    pub fn helper() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        assert_eq!(Lexer::new("a").at, 0);
    }
}

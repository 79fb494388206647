//! What can be broken: comparisons, logic, arithmetic, guards and arms of a match, whole functions.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Files that hold no rule: words, pictures, loading, judgement.
const BESIDE: [&str; 17] = [
    "lib.rs",
    "files.rs",
    "load",
    "data.rs",
    "scene.rs",
    "panels.rs",
    "names.rs",
    "habits.rs",
    "info.rs",
    "charts.rs",
    "chances.rs",
    "combat_card.rs",
    "offers.rs",
    "estimate.rs",
    "tactics.rs",
    "weights.rs",
    "judgement",
];
/// Functions that give one of these make words or pictures.
const WORDS: [&str; 9] = ["Ask", "Offer", "Arg", "Panel", "String", "str", "Chart", "Forecast", "Phrase"];

/// What a click on a piece or place means is no rule either.
const ATTACHMENTS: &str = "attach";

/// How the text of a file changes.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// Stands before the byte: `{}` is the switch.
    Insert(usize, String),
    /// Takes the place of the bytes while the switch is on.
    Replace(Range<usize>, String),
}

impl Edit {
    /// The bytes that it concerns.
    pub(crate) fn bytes(&self) -> Range<usize> {
        match self {
            Edit::Insert(at, _) => *at..*at,
            Edit::Replace(range, _) => range.clone(),
        }
    }
}

/// One way to break a rule.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// Its switch in the build, once it is planted.
    pub(crate) switch: usize,
    /// File below the game's `src`.
    pub(crate) file: PathBuf,
    /// Line of the file.
    pub(crate) line: usize,
    /// The same for the same place in a later version of the file.
    pub(crate) key: String,
    /// What it does.
    pub(crate) what: String,
    /// How.
    pub(crate) edit: Edit,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.what)
    }
}

/// Every mutant of the rule files below a folder.
pub(crate) fn all(src: &Path) -> Result<Vec<Mutant>, String> {
    let mut files = Vec::new();
    rule_files(src, &mut files)?;
    files.sort();
    let mut out = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let parsed = syn::parse_file(&text).map_err(|e| format!("{}: {e}", file.display()))?;
        let name = file.strip_prefix(src).unwrap_or(&file).to_owned();
        let mut finder = Finder { text: &text, file: name, function: String::new(), found: Vec::new() };
        finder.visit_file(&parsed);
        out.append(&mut finder.found);
    }
    Ok(out)
}

fn rule_files(folder: &Path, out: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|e| e.to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if BESIDE.iter().any(|beside| name.starts_with(beside)) {
            continue;
        }
        if path.is_dir() {
            rule_files(&path, out)?;
        } else if name.ends_with(".rs") {
            out.push(path);
        }
    }
    Ok(())
}

struct Finder<'a> {
    text: &'a str,
    file: PathBuf,
    function: String,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn add(&mut self, span: proc_macro2::Span, what: &str, edit: Edit) {
        let what = format!("{what} in {}", self.function);
        let start = format!("{}: {what} #", self.file.display());
        let nth = self.found.iter().filter(|m| m.key.starts_with(&start)).count();
        let (line, key) = (span.start().line, format!("{start}{nth}"));
        self.found.push(Mutant { switch: 0, file: self.file.clone(), line, key, what, edit });
    }

    fn source(&self, of: &impl Spanned) -> &str {
        &self.text[of.span().byte_range()]
    }

    /// The answers that a function gives at once instead of its own.
    fn give_at_once(&mut self, output: &syn::ReturnType, body: &syn::Block) {
        if body.stmts.is_empty() {
            return;
        }
        let answers: &[&str] = match output {
            syn::ReturnType::Default => &[""],
            syn::ReturnType::Type(_, of) => answers(of),
        };
        let at = body.brace_token.span.open().byte_range().end;
        for answer in answers {
            let what = if answer.is_empty() { "do nothing".to_owned() } else { format!("always {answer}") };
            self.add(body.span(), &what, Edit::Insert(at, format!(" if {{}} {{ return {answer}; }}")));
        }
    }

    fn function(
        &mut self,
        signature: &syn::Signature,
        attributes: &[syn::Attribute],
        body: &syn::Block,
        within: impl FnOnce(&mut Self),
    ) {
        let beside = gives_words(&signature.output) || signature.ident == ATTACHMENTS;
        if signature.constness.is_some() || for_tests(attributes) || beside {
            return;
        }
        let outer = std::mem::replace(&mut self.function, signature.ident.to_string());
        self.give_at_once(&signature.output, body);
        within(self);
        self.function = outer;
    }

    /// One operator for another.
    fn exchange(&mut self, whole: &syn::ExprBinary, other: &str) {
        let (left, right) = (self.source(&whole.left), self.source(&whole.right));
        let broken = format!("{left} {other} {right}");
        let what = format!("{other} for {}", self.source(&whole.op));
        self.add(whole.op.span(), &what, Edit::Replace(whole.span().byte_range(), broken));
    }

    fn arms(&mut self, whole: &syn::ExprMatch) {
        let last = whole.arms.last();
        let open = last.is_some_and(|arm| matches!(arm.pat, syn::Pat::Wild(_)) && arm.guard.is_none());
        for arm in &whole.arms {
            if let Some((_, guard)) = &arm.guard {
                if holds_let(guard) {
                    continue;
                }
                for (what, text) in [("guard true", "true"), ("guard false", "false")] {
                    let edit = Edit::Replace(guard.span().byte_range(), text.to_owned());
                    self.add(guard.span(), what, edit);
                }
            } else if open && !matches!(arm.pat, syn::Pat::Wild(_)) {
                let pattern = self.source(&arm.pat);
                let what = format!("no arm {}", pattern.split_whitespace().collect::<Vec<_>>().join(" "));
                let at = arm.pat.span().byte_range().end;
                self.add(arm.pat.span(), &what, Edit::Insert(at, " if !{}".to_owned()));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, of: &'ast syn::ItemFn) {
        self.function(&of.sig, &of.attrs, &of.block, |this| visit::visit_block(this, &of.block));
    }

    fn visit_impl_item_fn(&mut self, of: &'ast syn::ImplItemFn) {
        self.function(&of.sig, &of.attrs, &of.block, |this| visit::visit_block(this, &of.block));
    }

    fn visit_item_mod(&mut self, of: &'ast syn::ItemMod) {
        if !for_tests(&of.attrs) {
            visit::visit_item_mod(self, of);
        }
    }

    // What is worked out while building has no switches.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item(&mut self, _: &'ast syn::TraitItem) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_expr_repeat(&mut self, of: &'ast syn::ExprRepeat) {
        self.visit_expr(&of.expr);
    }

    fn visit_expr_binary(&mut self, of: &'ast syn::ExprBinary) {
        if !holds_let(&of.left) && !holds_let(&of.right) {
            for other in others(&of.op) {
                self.exchange(of, other);
            }
        }
        visit::visit_expr_binary(self, of);
    }

    fn visit_expr_unary(&mut self, of: &'ast syn::ExprUnary) {
        let sign = match of.op {
            syn::UnOp::Not(_) => Some("!"),
            syn::UnOp::Neg(_) if !matches!(*of.expr, syn::Expr::Lit(_)) => Some("-"),
            _ => None,
        };
        if let Some(sign) = sign {
            let edit = Edit::Replace(of.span().byte_range(), self.source(&of.expr).to_owned());
            self.add(of.span(), &format!("no {sign}"), edit);
        }
        visit::visit_expr_unary(self, of);
    }

    fn visit_expr_match(&mut self, of: &'ast syn::ExprMatch) {
        self.arms(of);
        visit::visit_expr_match(self, of);
    }
}

/// What may stand in an operator's place.
fn others(op: &syn::BinOp) -> &'static [&'static str] {
    use syn::BinOp;
    match op {
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["==", ">", "<="],
        BinOp::Gt(_) => &["==", "<", ">="],
        BinOp::Le(_) => &[">"],
        BinOp::Ge(_) => &["<"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) => &["+", "/"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["%", "*"],
        BinOp::Rem(_) => &["/", "+"],
        BinOp::BitAnd(_) => &["|"],
        BinOp::BitOr(_) => &["&"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::AddAssign(_) => &["-="],
        BinOp::SubAssign(_) => &["+="],
        BinOp::MulAssign(_) => &["+="],
        BinOp::BitAndAssign(_) => &["|="],
        BinOp::BitOrAssign(_) => &["&="],
        _ => &[],
    }
}

/// What a function of this type may answer at once.
fn answers(of: &syn::Type) -> &'static [&'static str] {
    let syn::Type::Path(path) = of else { return &[] };
    let Some(last) = path.path.segments.last() else { return &[] };
    match last.ident.to_string().as_str() {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" => &["0", "1"],
        "Option" => &["None"],
        "Vec" => &["Vec::new()"],
        "SeatSet" | "HexSet" => &["Default::default()"],
        "Result" | "Verdict" | "Check" => &["Ok(())"],
        _ => &[],
    }
}

fn gives_words(output: &syn::ReturnType) -> bool {
    let syn::ReturnType::Type(_, of) = output else { return false };
    let of = match &**of {
        syn::Type::Reference(to) => &*to.elem,
        other => other,
    };
    matches!(of, syn::Type::Path(path) if path.path.segments.last().is_some_and(|s| WORDS.contains(&s.ident.to_string().as_str())))
}

fn for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| match &a.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        syn::Meta::NameValue(_) => false,
    })
}

/// Whether a condition binds names, which an `if` around it would hide.
fn holds_let(of: &syn::Expr) -> bool {
    match of {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(both) => holds_let(&both.left) || holds_let(&both.right),
        _ => false,
    }
}

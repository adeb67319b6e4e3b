"""What the tables take for a number and for a name, the same in every column of every kind of table."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dpsym.numbers.joint.table import read_text
from dpsym.numbers.model_table import read_model
from dpsym.numbers.pufferfish import read_setting
from dpsym.sheets import LARGEST_FILE, BadTable, exact_number, text_of

NUMBERS = {
    "0": Fraction(0), "-0": Fraction(0), "007": Fraction(7), "1.": Fraction(1), ".5": Fraction(1, 2),
    "1/3": Fraction(1, 3), "1 / 3": Fraction(1, 3), "1/03": Fraction(1, 3), "1e-3": Fraction(1, 1000),
    "2.5E+1": Fraction(25), "1e-999": Fraction(1, 10**999), "9" * 400: Fraction(10**400 - 1),
}  # fmt: skip
NO_NUMBERS = [
    "", " ", "1/0", "1/00", "0/0", "1/ 0", "1 2", "1//2", "1/-2", "+1", "--1", "1,5", "1_000", "0x1", "1/2/3", "1.5/2", "5%",
    "nan", "inf", "-inf", "1e1000", "1e99999999999", "9" * 401, "1/" + "9" * 401, "\u0661/\u0662", "\u00bd", "\uff11", "\u2212",
    "1\u00a0/\u00a02", "1 e3",
]  # fmt: skip


@pytest.mark.parametrize("text", NUMBERS)
def test_exact_numbers(text):
    assert exact_number(text) == NUMBERS[text]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_exact_number(text):
    assert exact_number(text) is None
    if "," in text:
        return
    for read, header, row, column in (
        (read_text, "state,data,probability,gaussian:A:1", "s,x,1/2,{}", "gaussian:A:1"),
        (read_text, "state,data,probability,response:A:1", "s,x,{},0", "probability"),
        (read_model, "data,model:v", "x,{}", "model:v"),
        (read_setting, "data,output:a,attacker:A,secret:S", "x,1,{},v", "attacker:A"),
    ):
        rows = [row.format(text), row.format("1/2").replace("s,x", "t,y").replace("x,", "y,", 1)]
        with pytest.raises(BadTable) as said:
            read("\n".join([header, *rows]) + "\n", "my.csv")
        assert f"my.csv, line 2, column {column}: {text.strip()[:60]!r} is not an exact number" in str(
            said.value
        )
    with pytest.raises(
        BadTable, match=r"my.csv, line 1(, column response:A:.* is not an exact number|.*is to be written)"
    ):
        read_text(f"state,data,probability,response:A:{text}\ns,x,1/2,0\nt,y,1/2,1\n", "my.csv")


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_text, "state,data,probability,output:A:x,output: A : x\ns,d,1/2,1,0\nt,e,1/2,0,1\n"),
        (read_model, "data,model:v,model : v\nx,1,1\n"),
        (read_model, "data,model:v,record:a,record: a\nx,1,0,1\n"),
        (read_setting, "data,output:a,output: a,attacker:A,secret:S\nx,1/2,1/2,1,v\n"),
        (read_setting, "data,output:a,attacker:A,attacker:  A,secret:S\nx,1,1,1,v\n"),
        (read_setting, "data,output:a,attacker:A,secret:S,secret: S\nx,1,1,v,w\n"),
    ],
)
def test_two_columns_of_one_name_are_refused_however_they_are_spaced(read, text):
    with pytest.raises(BadTable, match=r"my.csv, line 1: the columns '.*' and '.*' have one name"):
        read(text, "my.csv")


SAME = "state,data,probability,output:A:0,output:A:1,response:B:1\ns,x,1/4,1/2,0.5,v\nt,x,1/4,0.5,1/2,v\nt,y,1/2,1,0,w\n"


def test_a_mechanism_reads_the_data_alone_however_its_numbers_are_written():
    assert read_text(SAME).mechanisms[0].rows[0] == (Fraction(1, 2), Fraction(1, 2))
    normal = "state,data,probability,gaussian:A:2\ns,x,1/2,1/2\nt,x,1/4,0.50\nt,y,1/4,{}\n"
    assert (
        read_text(normal.replace("t,x,1/4,0.50\nt,y,1/4", "t,x,1/2,5e-1\nt,y,0").format("1"))
        .normal[0]
        .values[0]
        == 0.5
    )
    with pytest.raises(BadTable, match=r"line 3, column output:A:0: '0\.4' differs from '1/2' on line 2"):
        read_text(SAME.replace("t,x,1/4,0.5,1/2", "t,x,1/4,0.4,0.6"))
    with pytest.raises(BadTable, match=r"line 2, column output:A:0: 'nan' is not an exact number"):
        read_text(SAME.replace("s,x,1/4,1/2", "s,x,1/4,nan"))
    with pytest.raises(BadTable, match=r"line 3, column response:B:1: 'u' differs from 'v' on line 2"):
        read_text(SAME.replace("1/2,v\nt,y", "1/2,u\nt,y"))


@pytest.mark.parametrize(("last", "said"), [("3", "1 - 1e-50"), ("5", "1 + 1e-50"), ("4", None)])
def test_a_sum_that_is_nearly_1_is_not_said_to_be_1(last, said):
    third = "0." + "3" * 49
    text = f"data,model:v\nx,{third}3\ny,{third}3\nz,{third}{last}\n"
    if said is None:
        assert sum(read_model(text).models["v"]) == 1
        return
    with pytest.raises(BadTable) as caught:
        read_model(text, "my.csv")
    assert str(caught.value).endswith(
        f"column model:v: the column is no law, its probabilities add up to {said}"
    )


def test_lines_are_those_of_an_editor():
    """Other separators that Unicode calls line breaks are not; a quoted cell may hold a line."""
    text = '\ufeffdata,model:v\r\nx\u2028\x0cy,1/2\r\n\r\n"two\r\nlines",1/3\r\n'
    with pytest.raises(BadTable, match="lines 2 to 5, column model:v"):
        read_model(text)
    assert read_model(text.replace("1/3", "1/2")).data == ("x\u2028\x0cy", "two\nlines")
    with pytest.raises(
        BadTable, match=r"my.csv, line 3: it is not a CSV table: a quotation mark is not closed"
    ):
        read_model('data,model:v\n"x,1/2\ny,1/2\n', "my.csv")


def test_no_more_is_read_than_a_table_may_have():
    with pytest.raises(BadTable, match=f"the file /dev/zero is larger than {LARGEST_FILE} bytes"):
        text_of(Path("/dev/zero"), "file")
